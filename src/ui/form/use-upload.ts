import { useEffect, useRef, useState } from 'react'
import type { FileProgress } from '#contract/core-api.ts'

export interface UploadWatch {
  onProgress: (progress: FileProgress) => void
  signal: AbortSignal
}

/** An upload as a form sees it: one at a time, called off when the form is left. `send` answers false when it was called off. */
export function useUpload() {
  const [progress, setProgress] = useState<FileProgress>()
  const calling = useRef<AbortController>(undefined)
  useEffect(() => () => calling.current?.abort(), [])

  async function send(file: File, upload: (file: File, watch: UploadWatch) => Promise<void>): Promise<boolean> {
    calling.current?.abort()
    const controller = new AbortController()
    calling.current = controller
    setProgress({ direction: 'up', bytes: 0, totalBytes: file.size })
    try {
      await upload(file, { onProgress: setProgress, signal: controller.signal })
      return true
    } catch (error) {
      if (controller.signal.aborted) return false
      throw error
    } finally {
      if (calling.current === controller) setProgress(undefined)
    }
  }
  return { progress, send, cancel: () => calling.current?.abort() }
}
