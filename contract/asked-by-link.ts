import { ARCHIVE_DOWNLOAD_PATH } from './archives.ts'
import { TOKEN_HEADER, writeTokenHeader } from './envelope.ts'

const withToken = new RegExp(`^(.*${ARCHIVE_DOWNLOAD_PATH})\\?token=([\\w-]+)$`)

/** How what a link of the service leads to is asked for: what allows it goes in a header, since proxies write addresses down. */
export function askedByLink(link: string): { url: string; headers: Record<string, string> } {
  const [, url, token] = withToken.exec(link) ?? []
  if (url === undefined || token === undefined) return { url: link, headers: {} }
  return { url, headers: { [TOKEN_HEADER]: writeTokenHeader(token) } }
}
