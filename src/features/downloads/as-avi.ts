import { BlobSource } from 'mediabunny'
import { aviOfMp4 } from '#shared/avi/avi-of-mp4.ts'

/** A file as AVI (rule 1.5), made as it is read; undefined when it is no MP4, or one that AVI cannot hold. */
export async function asAvi(file: Blob): Promise<ReadableStream<Uint8Array> | undefined> {
  const bytes = await aviOfMp4(new BlobSource(file), () => false)
  if (bytes === undefined) return undefined
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void bytes.return(undefined),
  })
}
