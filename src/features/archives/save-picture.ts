import { fileNameOf } from '#contract/rules.ts'

/** Gives a picture to the browser to be saved under a name. */
export function savePicture(picture: Blob, name: string): void {
  const url = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(`${name}.jpg`)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
