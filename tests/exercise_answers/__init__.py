"""Answers to the exercises, one file for each lesson.

RIGHT holds a second right way for each check: the first stands in solutions/. WRONG
holds plausible mistakes, each with a part of the message that it must get.
"""

from exercise_answers import ex01, ex02, ex03, ex04, ex05, ex06, ex07, ex08

LESSONS = (ex01, ex02, ex03, ex04, ex05, ex06, ex07, ex08)
RIGHT = [case for lesson in LESSONS for case in lesson.RIGHT]
WRONG = [case for lesson in LESSONS for case in lesson.WRONG]
