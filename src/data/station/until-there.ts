/** A service that is away is asked so often whether it is there again; not by all screens at the same moment, who have lost it at the same moment. */
const FROM_MS = 250
const UNTIL_MS = 500
/** What was asked on a line that was dead then never comes back: a later question does as soon as the line is there. */
const SHORT_MS = 1_200
/** One question at a time may take as long as a slow line needs. */
const PATIENT_MS = 15_000

/**
 * Asks again and again, without waiting for what was asked before, until one question is answered. `ask` resolves with whether it was; its signal says that
 * it is given up. `random`: from 0 to less than 1, as `Math.random`.
 */
export async function untilThere(ask: (signal: AbortSignal) => Promise<boolean>, random: () => number = Math.random): Promise<void> {
  const end = new AbortController()
  const there = Promise.withResolvers<void>()
  let isPatient = false
  const askOnce = async (isAgain = false) => {
    const isThisPatient = !isPatient
    isPatient = true
    const giveUp = new AbortController()
    const patience = setTimeout(() => giveUp.abort(), isThisPatient ? PATIENT_MS : SHORT_MS)
    const signal = AbortSignal.any([end.signal, giveUp.signal])
    const askedMs = performance.now()
    const isThere = await ask(signal)
    clearTimeout(patience)
    if (isThisPatient) isPatient = false
    if (isThere) there.resolve()
    // The line was dead and says something again, if only that it knows nothing of this question.
    else if (!isAgain && !signal.aborted && performance.now() - askedMs >= FROM_MS) void askOnce(true)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // The first one waits too: of a service that answers this question and no other, nobody asks without a pause.
  const nextLater = () => {
    timer = setTimeout(
      () => {
        void askOnce()
        nextLater()
      },
      FROM_MS + random() * (UNTIL_MS - FROM_MS),
    )
  }
  nextLater()
  await there.promise
  clearTimeout(timer)
  end.abort()
}
