export const USAGE = `zorkgpt: watch, steer and measure an agent that plays interactive fiction

  zorkgpt play --game FILE|ID --player explorer|llm|mcp|random|human [options]
      --model M            the model's name             --base-url U    an OpenAI-compatible endpoint
      --turns N            stop after turn N            --seed S        seed of game and player
      --handicap L0…L5     what the player sees         --on-death P    continue, restart, restore or stop
      --mind PRESET        memory and planning aids: none, standard or full
      --disguise mirror    east and west exchanged in everything the player reads and says
      --knowledge LEVEL    what it knows of earlier episodes: K0 nothing, K1 general notes, K2 also its story
      --delay S            seconds between turns        --words-per-second N   the explorer's speed
      --sampling LIST      such as temperature=0.2,max_tokens=500; top_k= is not sent
      --pause-on LIST      tool_error, score_change, new_location, died, repeated_action,
                           turns_without_score=TURNS, cost_usd=DOLLARS; a resumed episode keeps its rules
      --paused             start paused                 --preset NAME   a run saved in the window
      --data DIR           folder of the episodes       --config FILE   a zorkgpt.toml or a pyproject.toml
      --mcp-config FILE    the MCP servers              --no-mcp        play without tools
      --resume EPISODE     continue an episode          --json          print one JSON object at the end
      --from-last-good     with --resume: continue a damaged log from the turn before the damage
      --agree              agree to all new programs of the MCP servers; they are printed first
      --send-key-to U      send keys to this address, named by a log, a preset or a --config
  zorkgpt replay EPISODE [--turn N] [--data DIR] [--json]
      print the state at a turn
  zorkgpt compare EPISODE OTHER [--data DIR] [--json]
      print the first difference of two episodes, and how score, rooms, cost, settings and prompt differ
  zorkgpt export EPISODE [--format html|markdown|jsonl|chat|csv|parquet|otel|inspect|tales] [--out FILE [--force]]
      write a file to share; --thoughts for Markdown with thoughts, --whole to include private data;
      chat: training pairs; csv and parquet: one row per turn;
      otel: spans as OTLP/JSON; inspect: a log of Inspect AI; tales: the files of TALES, in the folder --out
      --from TURN --to TURN   only these turns, for a log that is too long for a window
  zorkgpt import FILE [--data DIR]
      import recordings of TALES (.jsonl) or Inspect AI (.eval, .json), read-only; prints what they lack
  zorkgpt game --story FILE|ID [--seed N] [--profile plain|app] [--commands FILE.json] --json
      play a list of commands without an agent; --valid-actions, --exits, --objects print more
  zorkgpt experiment run|resume FILE [--dry-run] [--limit N] [--workers N] [--retry-failed] [--data DIR]
      play the episodes of an experiment file; --dry-run prints the cost,
      --agree allows the programs of its arms; --download is ignored, because Zork ships with the app
  zorkgpt experiment publish FILE --store PLACE [--queue URL] [--retry-failed] [--data DIR]
      publish an experiment for other machines: in a shared folder or at s3://BUCKET/PREFIX; the queue is a
      PostgreSQL database (ZORKGPT_QUEUE_URL keeps its password out of the list of processes)
  zorkgpt experiment worker [NAME] --store PLACE --queue URL [--exit-when-empty] [--workers N] [--data DIR]
      play published units; --slice 3/8 without a queue: the third of eight parts of NAME
  zorkgpt experiment follow NAME --store PLACE [--queue URL] [--watch] [--data DIR]
      copy results of other machines to this one, for the window and the report
  zorkgpt experiment status|pause|cancel FILE|NAME [--watch] [--json] [--data DIR]
      print the progress; start no more units; cancel the run
  zorkgpt experiment report FILE|NAME [--json|--html|--csv|--parquet] [--out FILE [--force]] [--data DIR]
      print the results; --html --replays also writes a page per episode
  zorkgpt experiment compare FILE|NAME ARM|HANDICAP OTHER [--json] [--data DIR]
      compare two arms, or two handicaps, seed by seed
  zorkgpt experiment export FILE|NAME --format inspect|tales|chat|csv|parquet|otel --out PLACE [--force] [--whole]
      export all episodes: a folder of logs for inspect and tales, else one file
  zorkgpt ablate --model M --base-url U [--stories ID,ID] [--parts PRESET] [--seeds N] [--turns N]
      measure each part of a mind with a model: the whole preset, without each part, and none, on the same
      seeds; --max-usd D limits the cost, --price IN,OUT is the price of a million tokens
  zorkgpt probe [MODEL] --story ID [--base-url U] [--questions 40] [--commands 60] [--json] [--data DIR]
      ask a model what it knows of a story without showing it: its map, and a game of commands written blind;
      reports and boards show the figures
  zorkgpt serve [--port P] [--data DIR] [--config FILE] [--mcp-config FILE]
      open the window in a browser
  zorkgpt config check|show [--config FILE] [--mcp-config FILE] [--json]
      print errors of settings and MCP servers; print every value with its source
  zorkgpt model list|get|serve|remove [NAME] [--config FILE] [--json]
      models that run on this computer: list them and what can be downloaded, download one or add a file by its
      path, serve one for other programs (--port P), remove one
  zorkgpt knowledge list|show|export [STORY|general] [--hash HASH] [--out FILE [--force]] [--data DIR] [--json]
      what was learned from earlier episodes: the stories, the entries of one, or its entries as a file
  zorkgpt knowledge learn EPISODE | import FILE [--story STORY|general] [--replace]
      read the log of an episode by rules; add the entries of an exported file or of a Memories.md
  zorkgpt completion bash|zsh|fish
      print a completion script
  zorkgpt --version | --help

  --debug prints the stack of an error. Exit status: 0 done, 1 the run failed, 2 wrong usage or unreadable input,
  3 the budget of an experiment is spent.`
