"""Questions to try on the dashboard, each with something to see."""

SCENARIOS = {
    "A date: one tool after the other": "What day will it be in 103 days?",
    "A reminder: three tools": (
        "Set a reminder for my dentist appointment next Thursday at 3pm."
    ),
    "Two tools in one answer": (
        "What day will it be in 45 days? And remind me to call Mom on Friday at 9:30."
    ),
    "A tool fails, and Claude corrects itself": "What date is it in 2 fortnights?",
    "A loop that has no end": "Keep checking the time until it is midnight.",
    "No tool at all": "Hello!",
    "In Spanish": "¿Qué día será dentro de 45 días?",
}
