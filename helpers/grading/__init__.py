"""Grading a class's notebooks: from a folder of files to a report.

Lessons never import this package; `helpers/grade.py` is its front.
"""
