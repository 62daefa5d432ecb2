import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { shownHeading } from './shown-heading.ts'

/**
 * The one first-level heading of a page. Its text, in whatever language it is shown, names the page in the title of the window too, unless
 * `pageName` does.
 */
export function Heading({
  className,
  pageName,
  children,
}: {
  className?: string | undefined
  pageName?: string | undefined
  children: ReactNode
}) {
  const ref = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const heading = ref.current
    if (heading === null) return
    const tell = () => {
      shownHeading.text = pageName ?? heading.textContent
    }
    tell()
    const changes = new MutationObserver(tell)
    changes.observe(heading, { subtree: true, childList: true, characterData: true })
    return () => {
      changes.disconnect()
      shownHeading.text = undefined
    }
  }, [pageName])
  return (
    <h1 ref={ref} className={className}>
      {children}
    </h1>
  )
}
