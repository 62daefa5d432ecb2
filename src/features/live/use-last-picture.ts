import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { snapshotQuery } from '../../data/snapshots.ts'
import type { ChannelRef } from './arrangement.ts'

const nowhere: ChannelRef = { sn: '', chlIndex: 0 }

/** The last kept picture of a channel as an address for `<img>`, with its time; only while it is wanted. */
export function useLastPicture(channel: ChannelRef | null, isWanted: boolean): { url: string; takenAtMs: number } | undefined {
  const { data } = useQuery({ ...snapshotQuery(channel ?? nowhere), enabled: isWanted && channel !== null })
  const [url, setUrl] = useState<string>()
  const picture = isWanted ? data?.picture : undefined
  useEffect(() => {
    if (picture === undefined) return
    const made = URL.createObjectURL(new Blob([picture], { type: 'image/jpeg' }))
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [picture])
  return url !== undefined && data ? { url, takenAtMs: data.takenAtMs } : undefined
}
