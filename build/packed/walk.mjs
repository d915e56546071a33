import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../scripts/outputs.mjs'

/** An episode as somebody else exports it: the recording that comes with the app, by an id that it does not know. */
export const walk = () =>
  gunzipSync(readFileSync(join(root, 'build/story/demo.jsonl.gz')))
    .toString('utf8')
    .replaceAll('"episode_id":"demo"', '"episode_id":"a-walk"')
