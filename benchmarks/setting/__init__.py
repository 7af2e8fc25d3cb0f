"""The setter's questions, measured: ``python -m benchmarks.setting --data FOLDER``."""
