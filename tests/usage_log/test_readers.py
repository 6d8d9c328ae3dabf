"""What the samples do not show: other signs, headings, blanks, and logs that are none."""

import json

import pytest

from calc.demand.log import log_figures, step_function
from calc.errors import ErrorCode, EsepError
from data.usage_log import (
    PAGE_BYTES,
    PAGE_ROWS,
    Blanks,
    LogFormat,
    LogOptions,
    PodStart,
    RowFault,
    SkipReason,
    Undecided,
    read_log,
)
from tests.usage_log.figures import DATA
from ui.texts import LANGUAGES, texts

UTC = LogOptions(zone="UTC")


def gpu_hours(content, options=UTC):
    reading = read_log(content if isinstance(content, bytes) else content.encode(), options)
    return log_figures(step_function(reading.jobs, reading.window_s)).gpu_hours


ROWS = (("2026-04-03 09:00", "2026-04-03 14:00", "8"), ("2026-04-03 10:00", "2026-04-03 12:00", "0.5"))


def table(delimiter, decimal=".", names=("start", "end", "gpus"), rows=ROWS):
    rows = [[*row[:2], row[2].replace(".", decimal)] for row in rows]
    return "\n".join(delimiter.join(row) for row in (names, *rows))


@pytest.mark.parametrize(("delimiter", "decimal"), [(",", "."), (";", ","), (";", "."), ("\t", ","), ("|", ".")])
def test_any_delimiter_and_decimal_sign(delimiter, decimal):
    assert gpu_hours(table(delimiter, decimal)) == 41


def test_a_quoted_decimal_comma_between_commas():
    assert gpu_hours(table(",").replace("0.5", '"0,5"')) == 41


@pytest.mark.parametrize("names", [
    ("Start", "End", "GPUs"), ("START_TIME", "END_TIME", "num_gpus"), ("Начало", "Окончание", "Кол-во GPU"),
    ("Басталуы", "Аяқталуы", "GPU саны"), ("started at", "finished", "GPU count"),
])  # fmt: skip
def test_headings_in_three_languages(names):
    assert gpu_hours(table(";", names=names)) == 41


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_encodings_of_office_programs(encoding):
    content = table(";", ",", names=("Начало", "Окончание", "GPU")).replace("\n", "\r\n") + "\r\n\r\n"
    assert gpu_hours(content.encode(encoding)) == 41


def test_quotes_hold_delimiters_and_line_ends():
    content = 'name;start;end;gpus\n"a; b\nc ""d""";2026-04-03;2026-04-04;1\nbad;row\n'
    reading = read_log(content.encode(), UTC)
    assert (len(reading.jobs), reading.data_rows) == (1, 2)
    assert [(row.line, row.fault) for row in reading.bad_rows] == [(4, RowFault.FIELD_COUNT)]


def test_a_quote_that_is_never_closed_is_a_letter():
    content = 'name;start;end;gpus\n5" disk;2026-04-03;2026-04-04;1\nb;2026-04-03;2026-04-04;1\n'
    assert len(read_log(content.encode(), UTC).jobs) == 2


def test_lines_of_separators_alone_are_no_rows():
    assert read_log((table(";") + "\n;;\n\n;;\n").encode(), UTC).data_rows == 2


@pytest.mark.parametrize("word", ["Итого", "TOTAL:", "Барлығы", "Всего"])
def test_a_total_that_has_times_is_no_job(word):
    content = f"name,start,end,gpus\na,2026-04-03,2026-04-04,1\n{word},2026-04-03,2026-04-04,1\n"
    reading = read_log(content.encode(), UTC)
    assert reading.skipped == {SkipReason.NOT_A_JOB: 1}


def test_a_job_that_is_called_total_is_a_job_unless_it_is_last():
    content = "name,start,end,gpus\ntotal,2026-04-03,2026-04-04,1\nb,2026-04-03,2026-04-04,1\n"
    assert len(read_log(content.encode(), UTC).jobs) == 2


BLANKS = "start,end,gpus\n2026-04-03,2026-04-05,1\n2026-04-04,,2\n,2026-04-04,4\n"


def test_blanks_are_asked_about():
    reading = read_log(BLANKS.encode(), UTC)
    assert reading.skipped == {SkipReason.NO_START: 1, SkipReason.NO_END: 1}
    assert reading.undecided == (Undecided.NO_START, Undecided.NO_END)
    assert gpu_hours(BLANKS) == 48


@pytest.mark.parametrize(("options", "hours", "cuts"), [
    ({"blanks": Blanks.LEAVE_OUT}, 48, (0, 0)),
    ({"blanks": Blanks.WAS_RUNNING}, 48 + 2 * 24 + 4 * 24, (1, 1)),
    ({"report_moment": "2026-04-06"}, 48 + 2 * 48, (0, 1)),
    ({"report_moment": "2026-04-06", "log_start": "2026-04-01"}, 48 + 2 * 48 + 4 * 72, (1, 1)),
    ({"blanks": Blanks.WAS_RUNNING, "report_moment": "06.04.2026 12:00"}, 48 + 2 * 60 + 4 * 24, (1, 1)),
])  # fmt: skip
def test_blanks_count_as_the_user_says(options, hours, cuts):
    reading = read_log(BLANKS.encode(), LogOptions(zone="UTC", **options))
    assert gpu_hours(BLANKS, LogOptions(zone="UTC", **options)) == hours
    assert (reading.cuts.starts, reading.cuts.ends) == cuts
    assert len(reading.jobs) + sum(reading.skipped.values()) == 3


def test_a_job_that_starts_after_the_report_is_a_bad_row():
    reading = read_log(BLANKS.encode(), LogOptions(zone="UTC", report_moment="2026-04-03T12:00:00Z"))
    assert reading.skipped[SkipReason.ENDS_BEFORE_IT_STARTS] == 1


SLURM = "JobID|State|Start|End|ElapsedRaw|AllocTRES\n"


def test_a_site_that_records_no_gpus_is_told_so():
    content = SLURM + "1|COMPLETED|2026-04-03T09:00:00|2026-04-03T10:00:00|3600|cpu=8,node=1\n"
    with pytest.raises(EsepError) as refused:
        read_log(content.encode())
    assert refused.value.code is ErrorCode.NO_GPUS_RECORDED


@pytest.mark.parametrize(("resources", "gpus"), [
    ("gres/gpu=4", 4), ("gres/gpu=4,gres/gpu:a100=4", 4), ("gres/gpu:a100=4,cpu=2,gres/gpu=4", 4),
    ("gres/gpu:a100=1,gres/gpu:h100=2", 3), ("gres/gpumem=80,gres/gpu=2", 2), ("cpu=2,gres/gpu:a100:x=2", 2),
])  # fmt: skip
def test_typed_and_untyped_entries_are_the_same_gpus(resources, gpus):
    content = SLURM + f"1|COMPLETED|2026-04-03T09:00:00|2026-04-03T10:00:00|3600|{resources}\n"
    assert gpu_hours(content) == gpus


@pytest.mark.parametrize("end", ["Unknown", "None", ""])
def test_a_running_job_ends_at_the_report(end):
    rows = (
        f"1|RUNNING|2026-04-03T09:00:00|{end}|7200|gres/gpu=1\n"
        "2|COMPLETED|2026-04-03T09:00:00|2026-04-03T14:00:00|18000|gres/gpu=1\n"
    )
    assert gpu_hours(SLURM + rows) == 2 + 5
    without = (SLURM + rows).replace("|ElapsedRaw", "").replace("|7200", "").replace("|18000", "")
    assert gpu_hours(without) == 5 + 5  # the latest time of the file
    reading = read_log(without.encode(), LogOptions(zone="UTC", report_moment="2026-04-03T18:00:00"))
    assert (reading.cuts.ends, reading.undecided) == (1, ())
    assert gpu_hours(without, LogOptions(zone="UTC", report_moment="2026-04-03T18:00:00")) == 9 + 5


def test_parsable_rows_end_with_a_delimiter():
    content = SLURM.replace("\n", "|\n") + "1|TIMEOUT|2026-04-03T09:00:00|2026-04-03T10:00:00|3600|gres/gpu=8|\n"
    assert gpu_hours(content) == 8


def test_suspended_time_is_not_taken_off():
    content = SLURM + "1|COMPLETED|2026-04-03T09:00:00|2026-04-03T14:00:00|3600|gres/gpu=1\n"
    assert gpu_hours(content) == 5


def test_without_running_time_the_first_pass_counts():
    lines = (DATA / "sample_sacct.txt").read_text("utf-8").splitlines()
    kept = [line.split("|") for line in lines if line.split("|")[0] in ("JobID", "5015", "5016", "5017", "5018")]
    content = "\n".join("|".join(field for place, field in enumerate(row) if place != 8) for row in kept)
    jobs = read_log(content.encode()).jobs
    assert ((jobs.end_s - jobs.start_s) / 60).tolist() == [300, 120, 120, 20]


PODS = "name,num_gpu,gpu_milli,creation_time,scheduled_time,deletion_time\n"


@pytest.mark.parametrize(("row", "reason", "fault"), [
    ("a,1,1001,0,0,60", SkipReason.BAD_ROW, RowFault.GPU_SHARE),
    ("a,1.5,1000,0,0,60", SkipReason.BAD_ROW, RowFault.GPU_COUNT),
    ("a,-1,1000,0,0,60", SkipReason.BAD_ROW, RowFault.GPU_COUNT),
    ("a,1,1000,0,0", SkipReason.BAD_ROW, RowFault.FIELD_COUNT),
    ("a,1,1000,later,0,60", SkipReason.BAD_ROW, RowFault.DATE),
    ("a,1,1000,90,0,60", SkipReason.ENDS_BEFORE_IT_STARTS, RowFault.ENDS_BEFORE_START),
])  # fmt: skip
def test_bad_pods(row, reason, fault):
    reading = read_log((PODS + "b,1,,0,0,3600\nc,1,,0,0,3600\n" + row).encode())
    assert [(bad.line, bad.reason, bad.fault) for bad in reading.bad_rows] == [(4, reason, fault)]
    assert reading.undecided == (Undecided.BAD_ROWS,)


def test_pods_without_the_optional_columns():
    content = "num_gpu,creation_time,deletion_time\n2,0,3600\n1,,3600\n"
    assert gpu_hours(content, LogOptions(log_start="1800")) == 2.5
    with pytest.raises(EsepError) as refused:
        read_log(content.encode(), LogOptions(by=PodStart.SCHEDULED))
    assert (refused.value.code, refused.value.field) == (ErrorCode.MISSING, "log.columns")


def dcgm(name, values, uuid="GPU-1"):
    metric = {"__name__": name, "UUID": uuid} if name else {"UUID": uuid}
    result = [{"metric": metric, "values": [[60 * place, value] for place, value in enumerate(values)]}]
    return json.dumps({"status": "success", "data": {"resultType": "matrix", "result": result}})


@pytest.mark.parametrize(("name", "values", "minutes"), [
    ("DCGM_FI_DEV_GPU_UTIL", ["0", "1", "0.9", "100"], 2),
    ("DCGM_FI_PROF_GR_ENGINE_ACTIVE", ["0", "1", "0.01", "0.009"], 2),
    ("", ["0", "1", "0.01", "0.009"], 2),
    ("", ["0", "1", "0", "37"], 2),
])  # fmt: skip
def test_a_share_and_a_percentage_have_one_threshold(name, values, minutes):
    assert gpu_hours(dcgm(name, values)) == pytest.approx(minutes / 60)


def test_a_gap_is_no_use_and_is_counted():
    content = json.loads(dcgm("DCGM_FI_DEV_GPU_UTIL", ["50"] * 5))
    del content["data"]["result"][0]["values"][2]
    reading = read_log(json.dumps(content).encode())
    assert reading.samples is not None
    assert (reading.samples.step_s, reading.samples.missing_samples) == (60, 1)
    assert gpu_hours(json.dumps(content)) == pytest.approx(4 / 60)


def test_a_value_beyond_all_numbers_is_no_use_and_is_counted():
    content = dcgm("DCGM_FI_DEV_GPU_UTIL", ["50", "1e400", "-inf", "50"])
    reading = read_log(content.encode())
    assert reading.samples is not None
    assert (reading.samples.not_a_number_samples, reading.samples.mean_of_utilization_percent) == (2, 50)
    assert gpu_hours(content) == pytest.approx(2 / 60)


@pytest.mark.parametrize("content", [
    b"\xff\xfe\x00",
    b"\xfe\xff\xd8",
    dcgm("DCGM_FI_DEV_GPU_UTIL", ["50", "50"]).replace("[60,", "[1e400,").encode(),
])  # fmt: skip
def test_bytes_and_moments_that_are_none_make_a_bad_log(content):
    with pytest.raises(EsepError) as caught:
        read_log(content, UTC)
    assert (caught.value.code, caught.value.field) == (ErrorCode.BAD_LOG, "log.format")


def test_samples_closer_than_the_step_do_not_overlap():
    content = json.loads(dcgm("DCGM_FI_DEV_GPU_UTIL", ["50"] * 5))
    content["data"]["result"][0]["values"].append([30, "50"])
    assert gpu_hours(json.dumps(content)) == pytest.approx(5 / 60)


def test_an_idle_cluster_has_a_window_and_no_jobs():
    reading = read_log(dcgm("DCGM_FI_DEV_GPU_UTIL", ["0"] * 5).encode())
    assert (len(reading.jobs), reading.window_s) == (0, (0, 300))


LIMITED = LogOptions(most_rows=1)


@pytest.mark.parametrize(("content", "options", "code", "field"), [
    (b"", UTC, ErrorCode.BAD_LOG, "log.format"),
    (b"\n\n", UTC, ErrorCode.BAD_LOG, "log.format"),
    (b"a,b,c\n1,2,3\n", UTC, ErrorCode.BAD_LOG, "log.format"),
    (b"a,b,c\n1,2,3\n", LogOptions(format=LogFormat.SLURM), ErrorCode.MISSING, "log.columns"),
    (b"{}", UTC, ErrorCode.BAD_LOG, "log.format"),
    (b"[1]", UTC, ErrorCode.BAD_LOG, "log.format"),
    (b"{", UTC, ErrorCode.BAD_LOG, "log.format"),
    (dcgm("up", ["1", "1"]).encode(), UTC, ErrorCode.NOT_ALLOWED, "log.metric"),
    (dcgm("DCGM_FI_DEV_GPU_UTIL", ["1", "1"], "").encode(), UTC, ErrorCode.MISSING, "log.columns"),
    (dcgm("DCGM_FI_DEV_GPU_UTIL", ["1", "x"]).encode(), UTC, ErrorCode.BAD_LOG, "log.format"),
    (dcgm("DCGM_FI_DEV_GPU_UTIL", ["1"]).encode(), UTC, ErrorCode.BAD_LOG, "log.format"),
    (dcgm("DCGM_FI_DEV_GPU_UTIL", ["1", "1"]).encode(), LIMITED, ErrorCode.TOO_LARGE, "log.rows"),
    (table(",").encode(), LIMITED, ErrorCode.TOO_LARGE, "log.rows"),
    (table(",").encode(), LogOptions(most_bytes=10), ErrorCode.TOO_LARGE, "log.size"),
    (table(",").encode(), LogOptions(zone="Mars"), ErrorCode.UNKNOWN_ID, "log.zone"),
    (BLANKS.encode(), LogOptions(report_moment="soon"), ErrorCode.BAD_DATE, "log.report_moment"),
    (BLANKS.encode(), LogOptions(log_start="31.02.2026"), ErrorCode.BAD_DATE, "log.log_start"),
    (SLURM.encode(), UTC, ErrorCode.NO_GPUS_RECORDED, "log.gpus"),
])  # fmt: skip
def test_what_is_no_log_is_refused_and_said_in_three_languages(content, options, code, field):
    with pytest.raises(EsepError) as refused:
        read_log(content, options)
    assert (refused.value.code, refused.value.field) == (code, field)
    for language in LANGUAGES:
        assert texts(language).name(field) in texts(language).error(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(EsepError) as refused:
        read_log(tmp_path / "none.csv")
    assert refused.value.code is ErrorCode.BAD_LOG


@pytest.mark.parametrize("percent", [0, -1, 101])
def test_a_threshold_is_a_percentage(percent):
    with pytest.raises(EsepError) as refused:
        LogOptions(busy_percent=percent)
    assert refused.value.field == "log.busy_percent"
    assert texts("ru").name("log.busy_percent")


def test_the_limits_of_the_page():
    assert (LogOptions().most_rows, LogOptions().most_bytes) == (PAGE_ROWS, PAGE_BYTES) == (2_000_000, 104_857_600)


def test_a_log_without_a_usable_row_is_read():
    reading = read_log(b"start,end,gpus\n2026-04-03,2026-04-03,1\n", UTC)
    assert (len(reading.jobs), reading.skipped) == (0, {SkipReason.ENDS_WHEN_IT_STARTS: 1})
