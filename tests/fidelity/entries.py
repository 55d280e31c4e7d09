"""The names of the page's 62 entries: 17 definitions, listed here, and the 45 theorems that the mission lists."""

import re

from verdict import ROOT

DEFINITIONS = (
    "wythoffExtraMoveGrundy", "wythoffPassGrundy", "wythoffPlusStoneGrundy",
    "wythoffPassSetA", "wythoffPassSetB", "wythoffPassSetC",
    "wythoffTerminalMove", "wythoffMexA", "wythoffMexB", "wythoffTerminalPSet", "komakG",
    "fibGreedyDigits", "fibDigitCount", "fibRep", "IsFibonacciAutomatic",
    "larssonSetTwo", "larssonSetThree")


def mission_section(title):
    """The names of one section of the mission's list, in its order."""
    text = (ROOT / "tests" / "project" / "mission.txt").read_text()
    section = re.search(rf"^# {title}\n(.*?)(?=^# (?!the 18th)|\Z)", text, re.M | re.S)[1]
    return [line.split()[0] for line in section.splitlines() if not line.startswith("#")]


PROVED = mission_section("Lean page, proved")
WANTED = mission_section("Lean page, wanted")
THEOREMS = PROVED + WANTED
