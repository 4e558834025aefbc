//! `--shard`: a part of the schedule by its number, or by the job that this process is a task of.

use super::CliError;
use crate::tournament::Shard;

/// The environment variable with the number of shards where the job does not provide it.
const SHARDS: &str = "REGLETTE_SHARDS";

/// The requested shard: `I/N`, or `auto`.
pub(super) fn shard_of(asked: &str) -> Result<Shard, CliError> {
    match asked {
        "auto" => of_job(|name| std::env::var(name).ok()),
        _ => asked.parse().map_err(CliError::Input),
    }
}

/// The shard that the variables of a job give: an array of Slurm, an indexed job of Kubernetes, GNU parallel.
fn of_job(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, CliError> {
    let number = |name: &str| -> Result<Option<u64>, CliError> {
        let wrong = |text: &str| CliError::Input(format!("{name} is \"{text}\", but a whole number was expected"));
        variable(name).map(|text| text.trim().parse().map_err(|_| wrong(&text))).transpose()
    };
    let shard = |number: u64, of: u64| {
        let none = || CliError::Input(format!("--shard auto: the job says that this is part {number} of {of}"));
        Shard::new(number, of).ok_or_else(none)
    };
    let all = || {
        number(SHARDS)?.ok_or_else(|| CliError::Input(format!("--shard auto: {SHARDS} must give the number of shards")))
    };
    if let Some(task) = number("SLURM_ARRAY_TASK_ID")? {
        // Where the number of shards is given, a task plays that of its number, even if it is submitted again alone.
        if let Some(of) = number(SHARDS)? {
            return shard(task, of);
        }
        // Otherwise the array is all of them, and its tasks are counted, wherever their numbers begin.
        let given = |name: &str, default: u64| Ok::<u64, CliError>(number(name)?.unwrap_or(default));
        let (first, step) = (given("SLURM_ARRAY_TASK_MIN", 1)?, given("SLURM_ARRAY_TASK_STEP", 1)?.max(1));
        let of = number("SLURM_ARRAY_TASK_COUNT")?.ok_or_else(|| {
            CliError::Input("--shard auto: SLURM_ARRAY_TASK_COUNT does not give the number of tasks".into())
        })?;
        let before = || CliError::Input(format!("--shard auto: task {task} is below the first, {first}"));
        return shard((task.checked_sub(first).ok_or_else(before)? / step).saturating_add(1), of);
    }
    if let Some(index) = number("JOB_COMPLETION_INDEX")? {
        return shard(index.saturating_add(1), all()?);
    }
    if let Some(sequence) = number("PARALLEL_SEQ")? {
        return shard(sequence, all()?);
    }
    let known = "SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ";
    Err(CliError::Input(format!("--shard auto: this is not a task of a known batch system: none of {known} is set")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(variables: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        of_job(variable).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_task_finds_its_shard() {
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "30"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
            ("SLURM_ARRAY_TASK_STEP", "10"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert_eq!(auto(&slurm), Ok("3/4".into()));
        let alone = [
            ("SLURM_ARRAY_TASK_ID", "3"),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_COUNT", "1"),
            ("REGLETTE_SHARDS", "4"),
        ];
        assert_eq!(auto(&alone), Ok("3/4".into()));
        assert_eq!(auto(&[("JOB_COMPLETION_INDEX", "0"), ("REGLETTE_SHARDS", "8")]), Ok("1/8".into()));
        assert_eq!(auto(&[("PARALLEL_SEQ", "8"), ("REGLETTE_SHARDS", "8")]), Ok("8/8".into()));
    }

    #[test]
    fn missing_job_variables_are_reported() {
        assert!(auto(&[]).unwrap_err().contains("none of SLURM_ARRAY_TASK_ID"));
        assert!(auto(&[("JOB_COMPLETION_INDEX", "3")]).unwrap_err().contains("REGLETTE_SHARDS must give"));
        assert!(auto(&[("JOB_COMPLETION_INDEX", "8"), ("REGLETTE_SHARDS", "8")]).unwrap_err().contains("part 9 of 8"));
        let task = |task: &str| {
            let range = [("SLURM_ARRAY_TASK_MIN", "5"), ("SLURM_ARRAY_TASK_COUNT", "3")];
            auto(&[&[("SLURM_ARRAY_TASK_ID", task)], &range[..]].concat()).unwrap_err()
        };
        assert!(task("2").contains("task 2 is below the first, 5"));
        let last = u64::MAX.to_string();
        assert!(task(&last).contains("of 3"));
        assert!(auto(&[("JOB_COMPLETION_INDEX", &last), ("REGLETTE_SHARDS", "8")]).unwrap_err().contains("of 8"));
        assert!(auto(&[("PARALLEL_SEQ", "x"), ("REGLETTE_SHARDS", "8")]).unwrap_err().contains("\"x\""));
    }
}
