/** Does the job, unless it is being done already. One that failed may be done again. */
export function oneAtATime(job: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await job()
    } finally {
      isRunning = false
    }
  }
}
