import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../scripts/outputs.mjs'

/** An episode that looks as if exported elsewhere: the shipped recording under an unknown id. */
export const walk = () =>
  gunzipSync(readFileSync(join(root, 'build/story/demo.jsonl.gz')))
    .toString('utf8')
    .replaceAll('"episode_id":"demo"', '"episode_id":"a-walk"')
