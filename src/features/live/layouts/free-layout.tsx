import { Trans, useLingui } from '@lingui/react/macro'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { WallGrid } from '#contract/calls/config/wall-grid.ts'
import buttons from '../../../ui/controls/button.module.css'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { gridArea, type Direction } from '../../../lib/wall-grid.ts'
import { addPiece, between, boardOf, freePlace, gridOfBoard, moved, putPiece, removePiece, resized, type Board } from './grid-edit.ts'
import classes from './free-layout.module.css'

const arrows: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }

/** What a pointer does: moves a window by the line that it was taken at, resizes one, or draws a new one. */
type Drag = { kind: 'move'; index: number; dx: number; dy: number } | { kind: 'resize' | 'draw'; index: number; x: number; y: number }

/**
 * Makes a grid of one's own: windows are moved, resized and drawn on a board. `order`, given with the grid, tells for each new cell the one
 * that it had before, if any.
 */
export function FreeLayout({
  grid,
  onApply,
  onClose,
}: {
  grid: WallGrid
  onApply: (grid: WallGrid, order: (number | undefined)[]) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const [board, setBoard] = useState(() => boardOf(grid))
  const element = useRef<HTMLDivElement>(null)
  const drag = useDrag(element, board, setBoard)
  const place = freePlace(board)

  function focusPiece(index: number) {
    // Where none is left, what adds one: it stands behind the board.
    const wanted = `[data-piece="${index}"], .${classes['steps']} button`
    requestAnimationFrame(() => element.current?.parentElement?.querySelector<HTMLElement>(wanted)?.focus())
  }
  function remove(index: number) {
    setBoard(removePiece(board, index))
    focusPiece(Math.max(0, index - 1))
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    const piece = board.pieces[index]
    const arrow = arrows[event.key]
    if (piece === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (arrow !== undefined) setBoard(putPiece(board, index, event.shiftKey ? resized(piece, arrow) : moved(piece, arrow)))
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else return
    event.preventDefault()
  }

  return (
    <Dialog isWide title={<Trans>Your own layout</Trans>} onClose={onClose}>
      <p className={classes['hint']}>
        <Trans>Drag windows to move them and their lower right corner to resize them; draw new ones where the wall is free.</Trans>{' '}
        <span className={classes['byKeys']}>
          <Trans>By keyboard: arrows move, Shift with arrows resizes, Delete removes.</Trans>
        </span>
      </p>
      <div
        ref={element}
        className={classes['board']}
        style={{
          gridTemplate: `repeat(${board.rows}, 1fr) / repeat(${board.columns}, 1fr)`,
          backgroundSize: `${100 / board.columns}% ${100 / board.rows}%`,
        }}
        role="group"
        aria-label={t`Board`}
        {...drag}
      >
        {board.pieces.map((piece, index) => {
          const { width, height } = piece
          const [number, column, row] = [index + 1, piece.x + 1, piece.y + 1]
          return (
            <div
              key={index}
              className={classes['piece']}
              data-piece={index}
              data-autofocus={index === 0 || undefined}
              role="group"
              tabIndex={0}
              aria-label={t`Window ${number}: column ${column}, row ${row}, ${width} wide, ${height} high`}
              style={{ gridArea: gridArea(piece) }}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <span>{number}</span>
              <button
                type="button"
                className={classes['remove']}
                aria-label={t`Remove window ${number}`}
                tabIndex={-1}
                onClick={() => remove(index)}
              >
                <IconX size={14} stroke={1.5} aria-hidden />
              </button>
              <i className={classes['handle']} data-handle aria-hidden />
            </div>
          )
        })}
      </div>
      <div className={classes['steps']}>
        <button
          type="button"
          className={buttons['other']}
          disabled={place === undefined}
          onClick={() => {
            if (place === undefined) return
            setBoard(addPiece(board, place))
            focusPiece(board.pieces.length)
          }}
        >
          <IconPlus size={16} stroke={1.5} aria-hidden />
          <Trans>Add a window</Trans>
        </button>
        <span className={classes['space']} />
        <button type="button" className={buttons['other']} onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
        <button
          type="button"
          className={buttons['main']}
          disabled={board.pieces.length === 0}
          onClick={() =>
            onApply(
              gridOfBoard(board),
              board.pieces.map(({ from }) => from),
            )
          }
        >
          <Trans>Use this layout</Trans>
        </button>
      </div>
    </Dialog>
  )
}

/** Pointer handlers of the board. */
function useDrag(element: { current: HTMLElement | null }, board: Board, setBoard: (board: Board) => void) {
  const drag = useRef<Drag | undefined>(undefined)

  /** The line under the pointer, kept on the board. */
  function lineAt({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const box = element.current?.getBoundingClientRect()
    if (box === undefined) return { x: 0, y: 0 }
    const within = (at: number, lines: number) => Math.min(Math.max(Math.floor(at * lines), 0), lines - 1)
    return { x: within((clientX - box.left) / box.width, board.columns), y: within((clientY - box.top) / box.height, board.rows) }
  }
  function begin(event: PointerEvent): Drag | undefined {
    const target = event.target as Element
    const at = lineAt(event)
    const index = Number(target.closest<HTMLElement>('[data-piece]')?.dataset['piece'] ?? Number.NaN)
    const piece = board.pieces[index]
    if (piece === undefined) return { kind: 'draw', index: board.pieces.length, ...at }
    if (target.closest('[data-handle]') !== null) return { kind: 'resize', index, x: piece.x, y: piece.y }
    return { kind: 'move', index, dx: at.x - piece.x, dy: at.y - piece.y }
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary || (event.target as Element).closest('button') !== null) return
      drag.current = begin(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      if (drag.current?.kind === 'draw') setBoard(addPiece(board, { ...lineAt(event), width: 1, height: 1 }))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const doing = drag.current
      const piece = doing && board.pieces[doing.index]
      if (piece === undefined) return
      const at = lineAt(event)
      if (doing?.kind === 'move') setBoard(putPiece(board, doing.index, { ...piece, x: at.x - doing.dx, y: at.y - doing.dy }))
      else if (doing?.kind === 'draw') setBoard(putPiece(board, doing.index, between(doing, at)))
      else if (doing) setBoard(putPiece(board, doing.index, { ...piece, width: at.x - doing.x + 1, height: at.y - doing.y + 1 }))
    },
    onPointerUp: () => (drag.current = undefined),
    onPointerCancel: () => (drag.current = undefined),
  }
}
