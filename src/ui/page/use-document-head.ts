import { useEffect } from 'react'
import { colorsOfGround } from '../theme/theme.ts'

/** Keeps title, icon and the colour of the browser's own frame in step with the page. */
export function useDocumentHead(head: { title: string; page?: string; favicon?: string | null; scheme: 'dark' | 'light' }): void {
  const { title, page, favicon, scheme } = head
  useEffect(() => {
    document.title = page ? `${page} – ${title}` : title
  }, [title, page])
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
