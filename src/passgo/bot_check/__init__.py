"""The check behind `passgo bot check`: every kind of question, faults, time and determinism."""
