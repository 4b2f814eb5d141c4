"""How the dashboard looks: one table of styles, as a style sheet or written inline.

A live dashboard gets the sheet. A static view gets the same styles inline, because a
notebook from elsewhere loses its style sheets. Text takes the theme's own colour;
edges tell the kinds apart by colour (safe for colour-blind eyes), by line and by word.
"""

import re

LINE = "rgba(128,128,128,.45)"
SOFT = "rgba(128,128,128,.09)"
MONO = "font-family:var(--jp-code-font-family,ui-monospace,monospace);font-size:12px"
BLUE, ORANGE, GREEN, RED, PINK = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7"
HATCH = f"repeating-linear-gradient(135deg,{BLUE} 0 2px,transparent 2px 6px)"

STYLES = {
    "view": "font-size:13px;line-height:1.45;max-width:1100px;text-align:left",
    "head": "padding:2px 0 8px 0",
    "question": "font-size:16px;font-weight:600;margin:0 0 6px;overflow-wrap:anywhere",
    "chips": "margin:0",
    "chip": (
        f"display:inline-block;border:1px solid {LINE};border-radius:10px;"
        "padding:0 9px;margin:0 6px 4px 0"
    ),
    "done": f"border:2px solid {GREEN};font-weight:600",
    "busy": f"border:2px dashed {ORANGE};font-weight:600",
    "wrong": f"border:2px solid {RED};font-weight:600",
    "stopped": "border:3px double;font-weight:600",
    "note": "margin:2px 0 6px 0",
    "lanes": f"border-bottom:1px solid {LINE};font-weight:600;font-size:12px",
    "lane-1": "display:inline-block;width:20%;padding:2px 0",
    "lane-2": "display:inline-block;width:20%;padding:2px 0",
    "lane-3": "display:inline-block;width:50%;padding:2px 0",
    "call": f"border-top:1px solid {LINE};padding:6px 0 8px 0",
    "call-head": "margin:0 0 4px 0;overflow-wrap:anywhere",
    "call-name": "font-weight:700;margin:0 8px 0 0",
    "call-place": "display:inline-block;width:20%;margin:0;vertical-align:top",
    "call-facts": "display:inline-block;width:80%",
    "part": "padding:1px 0",
    "now": "",
    "later": "",
    "card": (
        f"border:1px solid {LINE};border-radius:4px;background:{SOFT};"
        "padding:4px 10px 6px 10px;margin:4px 0;box-sizing:border-box;"
        "overflow-wrap:anywhere"
    ),
    "you": "width:50%;margin-left:0",
    "code": "width:60%;margin-left:20%",
    "claude": "width:60%;margin-left:40%",
    "flat": "",
    "row": "position:relative",
    "line": "position:absolute;left:20%;box-sizing:border-box;border:0 solid #888",
    **{f"track-{i}": f"margin-left:-{14 + 11 * i}px" for i in range(5)},
    "asks": (
        "top:15px;bottom:-9px;right:60%;border-width:2px 0 0 2px;"
        "border-radius:7px 0 0 0"
    ),
    "passes": "top:-9px;bottom:-9px;border-width:0 0 0 2px",
    "answers": (
        "top:-9px;height:26px;right:80%;border-width:0 0 2px 2px;"
        "border-radius:0 0 0 7px"
    ),
    "tip": "position:absolute;right:1px;bottom:-9px;line-height:16px",
    "text": f"border-left:4px solid {BLUE}",
    "thinking": f"border-left:4px dotted {PINK}",
    "tool_use": f"border-left:7px double {ORANGE}",
    "tool_result": f"border-left:4px dashed {GREEN}",
    "error": f"border:2px solid {RED};border-left:8px solid {RED}",
    "waiting": f"border:2px dashed {ORANGE}",
    "title": "margin:0 0 2px 0;font-size:12px",
    "who": "font-weight:700",
    "name": f"font-weight:700;{MONO};font-size:13px",
    "badge": (
        "display:inline-block;border:2px solid;border-radius:9px;padding:0 7px;"
        f"margin:0 0 0 6px;font-weight:700;{MONO};line-height:1.3"
    ),
    "id": f"{MONO};font-size:11px;opacity:.8;margin:0 0 0 6px;overflow-wrap:anywhere",
    "words": "white-space:pre-wrap;overflow-wrap:anywhere",
    "code-text": f"{MONO};white-space:pre-wrap;overflow-wrap:anywhere",
    "raw": (
        f"{MONO};white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:6px;"
        f"background:{SOFT};border:1px solid {LINE};max-height:420px;overflow:auto"
    ),
    "final": "font-size:15px",
    "stop": "width:60%;margin:2px 0 0 40%;padding-left:12px;box-sizing:border-box",
    "stop-reason": f"font-weight:700;{MONO}",
    "chart": "display:flex;align-items:flex-end;height:74px;margin:4px 0 0 0",
    "bar": "flex:1 1 0;max-width:64px;min-width:2px;margin:0 2px 0 0;text-align:center",
    "bar-now": "outline:2px solid;outline-offset:1px",
    "stack": "",
    "fill": "height:100%",
    "out": f"background:{ORANGE}",
    "new": f"background:{BLUE}",
    "again": (  # JupyterLab strips the hatch of a stored output, and keeps the rest
        f"background-color:#a6cbe5;background-image:{HATCH};"
        f"border:1px solid {BLUE};box-sizing:border-box"
    ),
    "cached": f"border:1px dashed {BLUE};box-sizing:border-box",
    "bar-name": (
        "font-size:11px;height:15px;line-height:15px;white-space:nowrap;"
        "display:flex;justify-content:center"
    ),
    "legend": "font-size:12px;margin:4px 0 8px 0",
    "key": "display:inline-block;width:11px;height:11px;margin:0 4px 0 0",
    "wide": "",
    "pair": "display:flex;gap:14px;border-top:1px solid rgba(128,128,128,.45)",
    "side": "flex:1 1 0;min-width:0;padding:4px 0",
    "side-name": "display:none",
    "scroll": "overflow-x:auto",
    "differs": f"border-left:3px solid {RED};padding-left:8px",
}

# What only a style sheet can say.
SHEET = """
.cv-view{container-type:inline-size}
.cv-part.cv-now{background:rgba(86,180,233,.16);box-shadow:-4px 0 0 #56b4e9,
4px 0 0 #56b4e9;border-radius:2px}
.cv-later>*{visibility:hidden}.cv-part.cv-later{background:rgba(128,128,128,.07);
border-radius:4px;margin:2px 0}.cv-call-head.cv-later{visibility:hidden}
.cv-wide{background-image:linear-gradient(rgba(128,128,128,.28),rgba(128,128,128,.28)),
linear-gradient(rgba(128,128,128,.28),rgba(128,128,128,.28));background-size:1px 100%;
background-position:20% 0,40% 0;background-repeat:no-repeat}
.cv-wide .cv-call-head{background:var(--jp-layout-color1,Canvas)}
.cv-wide .cv-card{position:relative;background:var(--jp-layout-color1,Canvas);
background:color-mix(in srgb,var(--jp-layout-color1,Canvas),gray 9%)}
.cv-view summary{cursor:pointer}
.cv-dashboard :is(select,input,button,summary,pre,.cv-scroll):focus-visible
{outline:2px solid var(--jp-brand-color1,#0072b2)!important;outline-offset:1px}
.cv-flat .cv-you,.cv-flat .cv-code,.cv-flat .cv-claude,.cv-flat .cv-stop
{width:100%;margin-left:0}
.cv-dashboard .lm-TabBar-content{flex-wrap:wrap}
.cv-dashboard .lm-TabBar-tab{flex:0 0 auto!important;min-width:0!important}
.cv-dashboard .jupyter-widgets{max-width:calc(100% - 4px)}
.cv-dashboard select{min-width:0}
@container (max-width:560px){
.cv-you,.cv-code,.cv-claude,.cv-stop{width:100%;margin-left:0}
.cv-code{margin-left:3%;width:97%}.cv-claude,.cv-stop{margin-left:6%;width:94%}
.cv-call-place,.cv-call-facts{display:inline;margin-right:8px}
.cv-lanes,.cv-line{display:none}.cv-wide{background:none}.cv-pair{display:block}
.cv-side-name{display:block;font-size:12px;opacity:.8}}
"""

# What a picture of two columns goes without.
LANES = frozenset({"you", "code", "claude", "stop"})
# A notebook would take what stands between two $ for a formula: MathJax 3, MathJax 2.
# https://docs.mathjax.org/en/latest/options/document.html
NO_FORMULAS = "mathjax_ignore tex2jax_ignore"
CLASSES = re.compile(r'class="(cv-[a-z0-9_ -]+)"')


def style_sheet() -> str:
    """The <style> element of a live dashboard."""
    rules = [f".cv-{name}{{{css}}}" for name, css in STYLES.items() if css]
    return f"<style>{''.join(rules)}{SHEET}</style>"


def inlined(html: str, *, without: frozenset[str] = frozenset()) -> str:
    """The HTML with each class replaced by its styles, but for some."""
    html = CLASSES.sub(
        lambda match: f'style="{_inline(match.group(1), without)}"', html
    )
    return f"<div class='{NO_FORMULAS}'>{html}</div>"


def _inline(classes: str, without: frozenset[str]) -> str:
    names = [name.removeprefix("cv-") for name in classes.split()]
    styles = [STYLES[name] for name in names if name not in without]
    return ";".join(style for style in styles if style).replace('"', "'")


def element(names: str, content: str, tag: str = "div", more: str = "") -> str:
    """An HTML element with classes of this file; the content is HTML already."""
    classes = " ".join(f"cv-{name}" for name in names.split())
    return f'<{tag} class="{classes}"{" " + more if more else ""}>{content}</{tag}>'
