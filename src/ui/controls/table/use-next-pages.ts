import { useEffect, useState } from 'react'
import { NextPages } from './next-pages.ts'

interface Pages {
  /** Undefined until the first page is there. */
  rowCount: number | undefined
  /** The next page is asked for when so few rows are left below the screen. */
  rowsAhead: number
  /** There is a next page, and it may be asked for now. */
  mayGoOn: boolean
  ask: () => void
}

/** Asks for the next page of a list before somebody gets to its end. Answers with what the table tells what it shows (`onShown`). */
export function useNextPages({ rowCount, rowsAhead, mayGoOn, ask }: Pages): (first: number, last: number) => void {
  const [pages] = useState(() => new NextPages(rowsAhead))
  const goOn = () => {
    if (pages.asks(rowCount, mayGoOn)) ask()
  }
  useEffect(goOn)
  return (_first, last) => {
    pages.shown(last)
    goOn()
  }
}
