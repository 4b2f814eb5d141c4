"""What the dashboard shows: steps, their HTML, and the widget that draws them."""
