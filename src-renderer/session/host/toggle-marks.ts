import { annotationOf } from '@shared/episode/annotate'
import { currentAnnotations } from '../episode/annotations'
import { annotateTurn } from './commands'

export const toggleBookmark = (turn: number) =>
  annotateTurn(turn, { bookmarked: !annotationOf(currentAnnotations(), turn).bookmarked })
export const toggleBreakpoint = (turn: number) =>
  annotateTurn(turn, { isBreakpoint: !annotationOf(currentAnnotations(), turn).isBreakpoint })
