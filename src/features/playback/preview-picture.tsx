import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { PastPlace } from '#contract/recorded-media.ts'
import { deck } from './deck.ts'
import classes from './playback.module.css'

interface PreviewProps {
  sn: string
  chlIndex: number
  from: PastPlace
  /** Whose picture it is, where there are several. */
  name: string | undefined
  atMs: number
}

/** What a camera showed at the moment above which it stands; nothing until that is there. */
export function PreviewPicture({ sn, chlIndex, from, name, atMs }: PreviewProps) {
  const { preview } = deck()
  const host = useRef<HTMLDivElement>(null)
  const pictureMs = useSyncExternalStore(preview.subscribe, () => preview.pictureMs)
  useLayoutEffect(() => (host.current ? preview.mount(host.current) : undefined), [preview])
  useLayoutEffect(() => preview.point({ sn, chlIndex, from }, atMs), [preview, sn, chlIndex, from, atMs])
  useLayoutEffect(() => () => preview.leave(), [preview])
  return (
    <div className={classes['preview']} hidden={pictureMs === undefined} data-preview-ms={pictureMs}>
      <div ref={host} />
      {name !== undefined && <span>{name}</span>}
    </div>
  )
}
