import { describe, expect, it } from 'vitest'
import { completeConfig, explainConfig, type KnownNames } from './complete-config'

const known: KnownNames = { secrets: ['TOKEN'], toolsOf: (server) => (server === 'a' ? ['think', 'act'] : []) }

/** `|` marks the cursor. */
function at(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = completeConfig(text, offset, known)
  const labels = found?.options.map(({ label }) => label) ?? null
  const choose = (label: string) => {
    const option = found?.options.find((each) => each.label === label)
    if (!found || !option) throw new Error(`${label} is not offered in ${marked}`)
    const cursor = found.replaceFrom + option.cursor
    const chosen = text.slice(0, found.replaceFrom) + option.insert + text.slice(found.replaceTo)
    return `${chosen.slice(0, cursor)}|${chosen.slice(cursor)}`
  }
  return { labels, choose }
}
const inEntry = (entry: string) => `{ "mcpServers": { "a": ${entry} } }`

describe('completion of the config', () => {
  it('offers the table of servers at the top', () => {
    expect(at('{ "|" }').choose('mcpServers')).toBe('{ "mcpServers": {|} }')
  })

  it('offers the keys that an entry does not have yet', () => {
    expect(at(inEntry('{ "disabled": false, "|" }')).labels).toEqual(
      expect.arrayContaining(['command', 'url', 'timeoutMs']),
    )
    expect(at(inEntry('{ "disabled": false, "|" }')).labels).not.toContain('disabled')
  })

  it('offers no keys for remote servers in an entry with a command, whatever its spelling', () => {
    expect(at(inEntry('{ "command": "node", "|" }')).labels).not.toContain('headers')
    expect(at(inEntry('{ "serverUrl": "http://x", "|" }')).labels).not.toContain('cwd')
    expect(at(inEntry('{ "serverUrl": "http://x", "|" }')).labels).not.toContain('url')
  })

  it.each([
    ['{ "ar|" }', 'args', '{ "args": [|] }'],
    ['{ ar| }', 'args', '{ "args": [|] }'],
    ['{ "ti|" }', 'timeoutMs', '{ "timeoutMs": | }'],
    ['{ "|": "node" }', 'command', '{ "command"|: "node" }'],
    ['{ "com|" "cwd": "" }', 'command', '{ "command": "|", "cwd": "" }'],
    ['{ "com|\n "cwd": "" }', 'command', '{ "command": "|",\n "cwd": "" }'],
  ])('in %s, %s makes it %s', (entry, label, expected) => {
    expect(at(inEntry(entry)).choose(label)).toBe(inEntry(expected))
  })

  it('offers the values of a key', () => {
    expect(at(inEntry('{ "type": "|" }')).labels).toEqual(['stdio', 'http', 'sse'])
    expect(at(inEntry('{ "type": "ht|" }')).choose('http')).toBe(inEntry('{ "type": "http"| }'))
    expect(at(inEntry('{ "disabled": | }')).choose('true')).toBe(inEntry('{ "disabled": true| }'))
    expect(at(inEntry('{ "disabledTools": ["think", "|"] }')).choose('act')).toBe(
      inEntry('{ "disabledTools": ["think", "act"|] }'),
    )
    expect(at(inEntry('{ "attach": { "|" } }')).labels).toEqual(['resources', 'prompts'])
  })

  it('offers references where they are expanded, and only there', () => {
    expect(at(inEntry('{ "env": { "KEY": "$|" } }')).choose('${secret:TOKEN}')).toBe(
      inEntry('{ "env": { "KEY": "${secret:TOKEN}|" } }'),
    )
    expect(at(inEntry('{ "args": ["${Z|}/x.js"] }')).choose('${ZORKGPT_APP}')).toBe(
      inEntry('{ "args": ["${ZORKGPT_APP}|/x.js"] }'),
    )
    expect(at(inEntry('{ "headers": { "Authorization": "Bearer ${|" } }')).choose('${env:…}')).toBe(
      inEntry('{ "headers": { "Authorization": "Bearer ${env:|}" } }'),
    )
    expect(at(inEntry('{ "description": "$|" }')).labels).toBeNull()
    expect(at(inEntry('{ "cwd": "here|" }')).labels).toBeNull()
  })

  it('offers the keys of a sign-in, with their meanings', () => {
    const inOauth = '{ "url": "x", "oauth": { "clientId": "a", "|" } }'
    expect(at(inEntry(inOauth)).labels).toEqual([
      'clientSecret',
      'clientMetadataUrl',
      'scopes',
      'callbackPort',
      'account',
    ])
    expect(at(inEntry(inOauth)).choose('scopes')).toBe(
      inEntry('{ "url": "x", "oauth": { "clientId": "a", "scopes": "|" } }'),
    )
  })

  it('offers nothing for free names', () => {
    expect(at('{ "mcpServers": { "|" } }').labels).toBeNull()
    expect(at(inEntry('{ "env": { "|" } }')).labels).toBeNull()
    expect(at('{ "inputs": { "x": { "|" } } }').labels).toBeNull()
  })
})

describe('explanation of the config', () => {
  const explain = (marked: string) => explainConfig(marked.replace('|', ''), marked.indexOf('|'))

  it('explains a key, and how the key of another client is read', () => {
    const own = explain(inEntry('{ "c|wd": "x" }'))
    expect(own).toMatchObject({ key: 'cwd', meaning: expect.stringMatching(/^Folder that the program runs in/) })
    expect(own && inEntry('{ "cwd": "x" }').slice(own.from, own.to)).toBe('"cwd"')
    expect(explain(inEntry('{ "server|Url": "x" }'))?.meaning).toMatch(/^Treated as “url”\./)
  })

  it('does not explain values, names, and unknown keys', () => {
    expect(explain(inEntry('{ "cwd": "|x" }'))).toBeNull()
    expect(explain('{ "mcpServers": { "|cwd": {} } }')).toBeNull()
    expect(explain(inEntry('{ "their|s": 1 }'))).toBeNull()
  })
})
