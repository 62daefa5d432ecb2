import { useEffect, useState } from 'react'

/** The time, epoch ms, taken anew every `everyMs`. The clock is read, never counted up: timers of hidden tabs skip. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
