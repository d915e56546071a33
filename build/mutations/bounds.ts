import type { PlantedBreak } from './planted-break'

const bounds = (name: string): string => `src-main/base/limits/${name}`
const FETCH = [bounds('bound-fetch.test.ts')]
const JSON_TEST = ['src-shared/base/json/bound-json.test.ts']

export const BOUNDS_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'endless-line',
    file: bounds('line-framer.ts'),
    means: 'a line without an end fills the memory',
    find: 'this.#bytes <= this.#maxBytes',
    put: 'part.length <= this.#maxBytes',
  },
  {
    name: 'split-characters',
    file: bounds('line-framer.ts'),
    means: 'a character that comes in two pieces is destroyed',
    find: 'this.#decoder.write(part)',
    put: `part.toString('utf8')`,
  },
  {
    name: 'endless-event',
    file: bounds('event-framer.ts'),
    means: 'a stream without a line end fills the memory',
    tests: FETCH,
    find: 'if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes)',
    put: '',
  },
  {
    name: 'endless-answer',
    file: bounds('bound-fetch.ts'),
    means: 'an answer that is no stream fills the memory',
    tests: FETCH,
    find: 'if (bytes > maxMessageBytes) throw tooLong(maxMessageBytes)',
    put: '',
  },
  {
    name: 'deep-events',
    file: bounds('event-framer.ts'),
    means: 'a deeply nested event ends the host',
    tests: FETCH,
    find: 'return isSuspect ? cutEvent(event) : event',
    put: 'return event',
  },
  {
    name: 'flood-unpaced',
    file: bounds('pace.ts'),
    means: 'a flood of messages leaves the host no time for others',
    tests: FETCH,
    find: 'Math.max(0, this.#throughAt - now - 1000)',
    put: 'Math.min(0, this.#throughAt - now - 1000)',
  },
  {
    name: 'requests-without-end',
    file: bounds('bound-fetch.ts'),
    means: 'a server that answers nothing uses up the sockets of the host',
    tests: FETCH,
    find: 'if (waiting >= MOST_WAITING) throw',
    put: 'if (waiting < 0) throw',
  },
  {
    name: 'depth-unbounded',
    file: 'src-shared/base/json/bound-json.ts',
    means: 'a nested value of 6 KB ends the host with all its episodes',
    tests: JSON_TEST,
    find: 'if (level === depth + 1) {',
    put: 'if (level === Infinity) {',
  },
]
