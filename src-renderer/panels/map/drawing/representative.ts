import type { Maze } from '@shared/map/maze'

/** The room that stands for this one on the drawing: of a folded maze, one for all. */
export const representative = (room: number, mazes: readonly Maze[]): number =>
  mazes.find(({ rooms }) => rooms.includes(room))?.id ?? room
