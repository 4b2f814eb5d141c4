"""A goal: one thing that a question asks for, as its story needs it."""

from dataclasses import dataclass, field

from helpers.offline.replies.questions.moments import When


@dataclass(frozen=True)
class Goal:
    """One thing that a question asks for; `kind` names the story that answers it."""

    kind: str
    language: str
    when: When = field(default_factory=When)
    subject: str = ""
    is_past: bool = False
    tool: str = ""
    arguments: tuple = ()
    missing: tuple = ()
    times: int = 1

    @property
    def is_complete(self) -> bool:
        """Whether the story can run without asking back."""
        if self.kind != "reminder":
            return not self.missing
        when = self.when
        has_moment = when.durations or (when.hour and not when.is_doubtful)
        return bool(self.subject and has_moment)
