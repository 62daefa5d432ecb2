import { Match, Outlet, RouterContextProvider, useChildMatches, useRouter } from '@tanstack/react-router'
import { Activity, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { MenuPage } from '../../ui/page/page-names.ts'
import { keptOrder } from './kept-order.ts'
import { keptRouter } from './kept-router.ts'
import classes from './frame.module.css'

/** The pages that there are: the one that is shown, and those that were left last (rule 9.3). Held by the frame, and gone with it. */
export function useKeptPages(isThere: (page: MenuPage) => boolean) {
  const router = useRouter()
  const shown = useChildMatches({ select: ([match]) => match?.routeId })
  const [kept] = useState(() => keptRouter(router))
  const [order, setOrder] = useState<readonly string[]>([])
  const next = shown === undefined ? order : keptOrder(order, shown)
  if (next !== order) setOrder(next)
  const pageOf = (routeId: string): MenuPage | undefined =>
    kept.routesById[routeId as keyof typeof kept.routesById].options.staticData?.page
  const ids = next.filter((routeId) => {
    const page = pageOf(routeId)
    return routeId === shown || page === undefined || isThere(page)
  })
  const pathOf = (routeId: string): string => kept.routesById[routeId as keyof typeof kept.routesById].fullPath.replace(/\/$/, '')
  /** What the address of a page that is kept asked for when it was left. */
  const searchOf = (path: string) => {
    const { id } = kept.routesByPath[path as keyof typeof kept.routesByPath]
    return id !== shown && ids.includes(id) ? kept.stores.getMatchStore(id).get()?.search : undefined
  }
  return { shown, ids, router: kept, pageOf, pathOf, searchOf }
}

/**
 * Shows the page of the address, with those that are kept beside it: out of sight, out of reach of keys and readers, and with none of
 * their effects.
 */
export function KeptPages({ pages: { shown, ids, router } }: { pages: ReturnType<typeof useKeptPages> }) {
  return (
    <>
      <RouterContextProvider router={router}>
        {/* By name, so that none is ever moved in the document: that would scroll it back. */}
        {ids.toSorted().map((routeId) => (
          <KeptPage key={routeId} routeId={routeId} isShown={routeId === shown}>
            <Match routeId={routeId} />
          </KeptPage>
        ))}
      </RouterContextProvider>
      {shown === undefined && <Outlet />}
    </>
  )
}

function KeptPage({ routeId, isShown, children }: { routeId: string; isShown: boolean; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null)
  return (
    <div ref={host} className={classes['view']} data-page={routeId}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        {children}
        <KeptFocus host={host} />
      </Activity>
    </div>
  )
}

/** Gives the focus back to what had it when the page was left, unless it is somewhere by now. Stands behind the page, whose dialogs come first. */
function KeptFocus({ host }: { host: RefObject<HTMLElement | null> }) {
  const left = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const page = host.current
    if (document.activeElement === document.body) left.current?.focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      left.current = activeElement instanceof HTMLElement && page?.contains(activeElement) ? activeElement : null
    }
  }, [host])
  return null
}
