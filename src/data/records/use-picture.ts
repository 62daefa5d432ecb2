import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askCore } from '../core/core.ts'

/** Out of sight it is let go of soon. */
const HELD_MS = 60_000

/** The picture behind a signed link as an address for `<img>`; also without a network, if it was seen before. */
export function usePicture(link: string | null): string | undefined {
  const path = link?.replace(/\?.*$/, '') ?? ''
  const { data } = useQuery({
    // By its path: the signature is another one in every answer.
    queryKey: ['picture', path],
    queryFn: async () => (link === null ? null : ((await askCore('picture', link)) ?? null)),
    enabled: link !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // A long list passes by many: the core keeps what was seen last.
    gcTime: HELD_MS,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(new Blob([data], { type: 'image/jpeg' }))
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [data])
  return url
}
