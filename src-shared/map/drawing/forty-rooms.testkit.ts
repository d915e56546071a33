import type { Exit, Location, WorldMap } from '../world-map'

/**
 * Forty rooms with irregular exits, like real ones. Each line is a room, followed by its used exits and their
 * destinations.
 */
const ROOMS = `
0, north 1, northeast 1, southeast 2, south 2, southwest 3, west 4, in 3
1, north 5, east 6, southeast 6, southwest 0, west 0
2, northeast 6, east 6, south 7, west 0, northwest 0
3, northeast 0
4, north 8, east 5, south 7
5, north 8, east 9, south 1, west 4, up 10
6, north 1, east 11, south 2, southwest 2, west 12, northwest 1, in 12
7, north 11, west 4, northwest 2
8, east 9, south 5, west 4
9, east 13, south 11, west 5
10, down 5
11, north 9, east 14, south 7, west 6
12, east 6, west 15, up 16, down 17, out 6
13, north 9, south 9, west 9
14, east 18, west 7, northwest 11, down 18
15, east 12, west 19
16, down 12
17, south 20
18, up 14, down 21
19, east 15, west 22, in 22
20, north 17, west 23
21, north 24, up 18
22, east 19, northwest 25, up 26
23, north 27, east 20
24, northeast 28, east 28, southwest 21, up 28
25, southeast 22, south 29, west 30
26, down 22
27, north 31, south 23, up 15
28, east 32, west 24
29, east 33, south 25, west 34, up 30
30, northeast 29, south 29, west 25, northwest 30
31, east 35, south 27, west 36
32, north 37, west 28, up 28
33, northeast 29, southeast 38, west 33
34, east 29, west 34, up 39
35, west 31
36, north 36, east 31
37, south 32
38, north 33
39, north 34, northwest 39
`

/** All forty rooms, or the first `count`. */
export function fortyRooms(count = 40): WorldMap {
  const rooms = ROOMS.trim()
    .split('\n')
    .slice(0, count)
    .map((line) => line.split(', ').slice(1))
  const locations: Record<number, Location> = {}
  for (const [id, words] of rooms.entries()) {
    const exits = words.flatMap((exit): [string, Exit][] => {
      const [direction = '', to = ''] = exit.split(' ')
      return Number(to) < count ? [[direction, { to: Number(to), walked: 1, refused: 0, lastTurn: id }]] : []
    })
    const first = rooms.findIndex((row) => row.some((exit) => exit.endsWith(` ${id}`)))
    const exit = rooms[first]?.find((each) => each.endsWith(` ${id}`))?.split(' ')[0] ?? ''
    locations[id] = {
      id,
      name: `Room ${id}`,
      firstTurn: id,
      lastTurn: id,
      visits: 1,
      reachedBy: id === 0 ? null : { from: first, exit },
      exits: Object.fromEntries(exits),
    }
  }
  return { locations, here: 0 }
}
