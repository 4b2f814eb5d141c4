"""Texts that try to be more than text. Each would set window.pwned if it could run."""

HOSTILE = [
    "<script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=2>",
    "<svg onload=window.pwned=3>",
    "</style></pre></details></div><style>body{display:none}</style>",
    "<!-- ",
    '" onmouseover="window.pwned=4" style="position:fixed;inset:0',
    'class="cv-error" onclick="window.pwned=5',
    "[click](javascript:window.pwned=6) ![x](http://127.0.0.1:9/x.png) **bold**",
    "\x1b[31mred\x1b[0m \x00 \x07 \x7f",
    "‮evil right to left‬ שלום עולם مرحبا",
    "🦜👩‍👩‍👧 \ud83d emoji, and half of one",
    "a" * 3_000,
    "word " * 60_000,
    "{{7*7}} ${7*7} $x^2$ \\(x\\)",
]
