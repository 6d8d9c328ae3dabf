"""Read a usage log of any known format."""

from pathlib import Path

from calc.errors import ErrorCode, EsepError
from data.usage_log import jobs_csv, pods, slurm
from data.usage_log.dcgm import read_dcgm
from data.usage_log.reading import LogFormat, LogOptions, LogReading
from data.usage_log.table import as_utf8, heading, read_table

DELIMITERS = (";", "\t", ",", "|")
_COLUMNS = {
    LogFormat.SLURM: slurm.has_columns,
    LogFormat.PODS: pods.has_columns,
    LogFormat.JOBS: jobs_csv.has_columns,
}
_READERS = {LogFormat.SLURM: slurm.read_slurm, LogFormat.PODS: pods.read_pods, LogFormat.JOBS: jobs_csv.read_jobs}
_DEFAULT = LogOptions()


def read_log(source: bytes | str | Path, options: LogOptions = _DEFAULT) -> LogReading:
    """Read a log.

    Parameters
    ----------
    source
        Content of the file, or its path.
    options
        What the user says about it; nothing is left out silently without.

    Returns
    -------
    LogReading
        Usable jobs, and every other row with its reason. ``undecided`` says what the user must still answer.

    Raises
    ------
    EsepError
        ``TOO_LARGE`` at ``log.size`` or ``log.rows``: use ``python -m calc demand LOG``. ``BAD_LOG`` for an
        unknown format or no file, ``MISSING`` for a column, ``NO_GPUS_RECORDED``, ``BAD_DATE`` and
        ``UNKNOWN_ID`` for options.
    """
    content = _content(source, options.most_bytes)
    kind = options.format
    if kind is LogFormat.DCGM or (kind is None and content.lstrip()[:1] in (b"{", b"[")):
        return read_dcgm(content, options)
    kind, delimiter = _found(content, kind)
    table = read_table(content, delimiter, options.most_rows, quoted=kind is not LogFormat.SLURM)
    return _READERS[kind](table, options)


def _content(source: bytes | str | Path, most: int | None) -> bytes:
    try:
        size = len(source) if isinstance(source, bytes) else Path(source).stat().st_size
        if most is not None and size > most:
            raise EsepError(ErrorCode.TOO_LARGE, "log.size", size, f"..{most}")
        return as_utf8(source if isinstance(source, bytes) else Path(source).read_bytes())
    except OSError as error:
        raise EsepError(ErrorCode.BAD_LOG, "log.format", str(source), " | ".join(LogFormat)) from error


def _found(content: bytes, kind: LogFormat | None) -> tuple[LogFormat, str]:
    """Format and delimiter under which the headings make sense."""
    kinds = _COLUMNS if kind is None else {kind: _COLUMNS[kind]}
    for found, has_columns in kinds.items():
        for delimiter in DELIMITERS:
            if has_columns(heading(content, delimiter)):
                return found, delimiter
    first = content[:200].lstrip().split(b"\n", 1)[0].decode("utf-8", "replace").strip()
    if kind is None:
        raise EsepError(ErrorCode.BAD_LOG, "log.format", first, " | ".join(LogFormat))
    raise EsepError(ErrorCode.MISSING, "log.columns", first, _WANTED[kind])


_WANTED = {
    LogFormat.SLURM: f"{slurm.JOB_ID} | {slurm.START} | {slurm.END} | {slurm.ELAPSED} | {slurm.RESOURCES}",
    LogFormat.PODS: f"{pods.COUNT} | {pods.SHARE} | {pods.CREATED} | {pods.SCHEDULED} | {pods.DELETED}",
    LogFormat.JOBS: "start | end | gpus",
}
