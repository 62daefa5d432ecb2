/** Saves a file where the browser saves what is downloaded. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Gives files to the system to share; where that is not known or refused, saves them. Call it on a click. */
export async function shareFiles(files: File[]): Promise<'shared' | 'saved' | 'given-up'> {
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given-up'
    }
  }
  for (const file of files) saveFile(file)
  return 'saved'
}
