import { useQuery } from '@tanstack/react-query'
import { snapshotQuery } from './snapshots.ts'
import { useObjectUrl } from './use-object-url.ts'

interface Camera {
  sn: string
  chlIndex: number
}

const nowhere: Camera = { sn: '', chlIndex: 0 }

/** The last kept picture of a channel as an address for `<img>`, with its time; only while it is wanted. */
export function useLastPicture(channel: Camera | null, isWanted: boolean): { url: string; takenAtMs: number } | undefined {
  const { data } = useQuery({ ...snapshotQuery(channel ?? nowhere), enabled: isWanted && channel !== null })
  const url = useObjectUrl(isWanted ? data?.picture : undefined, 'image/jpeg')
  return url !== undefined && data ? { url, takenAtMs: data.takenAtMs } : undefined
}
