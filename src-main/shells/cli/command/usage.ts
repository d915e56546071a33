import { ExpectedError } from '@shared/base/expected-error'

/** Wrong usage. The message says what to do. */
export const badUsage = (message: string): ExpectedError => new ExpectedError('bad_input', message)

export const USAGE = `zorkgpt: watch, steer and measure an agent that plays interactive fiction

  zorkgpt play --game FILE|ID --player explorer|llm|mcp|random|human [options]
      --model M            the model's name             --base-url U    an OpenAI-compatible endpoint
      --turns N            stop after turn N            --seed S        seed of game and player
      --handicap L0…L5     what the player is told      --on-death P    continue, restart, restore or stop
      --mind PRESET        what helps an AI model: none, standard or full
      --delay S            seconds between turns        --words-per-second N   the explorer's pace
      --pause-on LIST      tool_error, score_change, new_location, died, repeated_action,
                           turns_without_score=TURNS, cost_usd=DOLLARS; of a resumed one those of before hold
      --paused             begin paused                 --preset NAME   a run that was saved in the window
      --data DIR           folder of the episodes       --config FILE   a zorkgpt.toml or a pyproject.toml
      --mcp-config FILE    the MCP servers              --no-mcp        play without tools
      --resume EPISODE     go on with an episode        --json          print one JSON object at the end
      --from-last-good     with --resume: of a damaged log, from the turn before the damage
      --agree              agree to all new programs that the MCP servers name; they are printed first
      --send-key-to U      send keys to this address, which a log, a preset or a --config names
  zorkgpt replay EPISODE [--turn N] [--data DIR] [--json]
      the state at a turn, folded from the log
  zorkgpt compare EPISODE OTHER [--data DIR] [--json]
      where two episodes part, and how score, rooms, cost, settings and prompt differ
  zorkgpt export EPISODE [--format html|markdown|jsonl|chat|csv|parquet|otel|inspect|tales] [--out FILE [--force]]
      one file to give away; --thoughts for Markdown with thoughts, --whole to leave nothing out;
      chat: pairs to train a model with, csv and parquet: a row a turn;
      otel: its spans as OTLP/JSON; inspect: a log of Inspect AI; tales: the files of TALES, in the folder --out
      --from TURN --to TURN   these turns alone: the log cut so that a window can open it
  zorkgpt import FILE [--data DIR]
      episodes that TALES (.jsonl) or Inspect AI (.eval, .json) recorded, to look at; says what they lack
  zorkgpt game --story FILE|ID [--seed N] [--profile plain|app] [--commands FILE.json] --json
      play a list of commands without an agent; --valid-actions, --exits, --objects after them
  zorkgpt experiment run|resume FILE [--dry-run] [--limit N] [--workers N] [--retry-failed] [--data DIR]
      many episodes, arms against each other, as a zorkgpt.experiment.toml says; --dry-run shows what that takes,
      --agree runs the programs that arms of it are; --download does nothing since Zork ships with the app
  zorkgpt experiment publish FILE --store PLACE [--queue URL] [--retry-failed] [--data DIR]
      puts it where workers of other machines find it: a folder that all see, or s3://BUCKET/PREFIX; the queue is a
      PostgreSQL database (ZORKGPT_QUEUE_URL keeps its password out of the list of processes)
  zorkgpt experiment worker [NAME] --store PLACE --queue URL [--exit-when-empty] [--workers N] [--data DIR]
      plays what waits there; --slice 3/8 without a queue: the third of eight parts of NAME
  zorkgpt experiment follow NAME --store PLACE [--queue URL] [--watch] [--data DIR]
      brings what was played elsewhere here, for the window and the report
  zorkgpt experiment status|pause|cancel FILE|NAME [--watch] [--json] [--data DIR]
      how far it is; keep it from beginning more, or let go of it
  zorkgpt experiment report FILE|NAME [--json|--html|--csv|--parquet] [--out FILE [--force]] [--data DIR]
      what it came to; --html --replays makes the pages that it leads to as well
  zorkgpt experiment compare FILE|NAME ARM OTHER [--json] [--data DIR]
      two arms seed by seed
  zorkgpt experiment export FILE|NAME --format inspect|tales|chat|csv|parquet|otel --out PLACE [--force] [--whole]
      all its episodes: a folder of logs for inspect and tales, else one file
  zorkgpt ablate --model M --base-url U [--stories ID,ID] [--parts PRESET] [--seeds N] [--turns N]
      what each part of a mind does for a model: the preset whole, without each part, and none, on the same
      seeds; --max-usd D bounds what it may cost, --price IN,OUT says what a million tokens cost
  zorkgpt serve [--port P] [--data DIR] [--config FILE] [--mcp-config FILE]
      the window in a browser
  zorkgpt config check|show [--config FILE] [--mcp-config FILE] [--json]
      what is wrong with the settings and the MCP servers; what is in force, and from where
  zorkgpt completion bash|zsh|fish
      what that shell reads to complete the commands and their options
  zorkgpt --version | --help

  --debug prints the stack of an error. Exit status: 0 done, 1 the run failed, 2 wrong usage or unreadable input,
  3 the budget of an experiment is spent.`
