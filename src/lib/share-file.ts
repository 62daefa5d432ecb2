/** Saves a file where the browser saves what is downloaded. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Gives a file to the system to share; where that is not known or refused, saves it. Call it on a click. */
export async function shareFile(file: File): Promise<'shared' | 'saved' | 'given-up'> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given-up'
    }
  }
  saveFile(file)
  return 'saved'
}
