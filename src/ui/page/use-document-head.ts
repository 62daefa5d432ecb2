import { useEffect } from 'react'
import { colorsOfGround } from '../theme/theme.ts'

const MOST_TOLD = 999

interface Head {
  title: string
  page?: string
  /** How many alarms nobody here has read: said to whoever looks at another tab. */
  unread?: number
  favicon?: string | null
  scheme: 'dark' | 'light'
}

/** Keeps title, icon and the colour of the browser's own frame in step with the page. */
export function useDocumentHead({ title, page, unread = 0, favicon, scheme }: Head): void {
  useEffect(() => {
    const of = page ? `${page} – ${title}` : title
    document.title = unread > 0 ? `(${unread > MOST_TOLD ? `${MOST_TOLD}+` : unread}) ${of}` : of
  }, [title, page, unread])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    // The app's own is named by the page.
    icon.dataset['own'] ??= icon.getAttribute('href') ?? ''
    icon.href = favicon ?? icon.dataset['own']
    // Whatever its kind: the browser looks by itself.
    icon.removeAttribute('type')
  }, [favicon])
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colorsOfGround[scheme])
  }, [scheme])
}
