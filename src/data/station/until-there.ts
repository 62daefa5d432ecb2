/** A service that is away is asked so often whether it is there again; not by all screens at the same moment, who have lost it at the same moment. */
const FROM_MS = 250
const UNTIL_MS = 500
/**
 * Where a question is refused at once nothing waits on the line, and a service that is started anew is there again within seconds: so many questions come
 * sooner after one another.
 */
const SOON_QUESTIONS = 200
const SOON_FROM_MS = 100
const SOON_UNTIL_MS = 200
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
  let soonLeft = SOON_QUESTIONS
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
    if (isThere || signal.aborted) return
    if (performance.now() - askedMs < FROM_MS) return soon()
    // The line was dead and says something again, if only that it knows nothing of this question.
    if (!isAgain) void askOnce(true)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const nextIn = (fromMs: number, untilMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        void askOnce()
        nextIn(FROM_MS, UNTIL_MS)
      },
      fromMs + random() * (untilMs - fromMs),
    )
  }
  const soon = () => {
    if (soonLeft === 0) return
    soonLeft -= 1
    nextIn(SOON_FROM_MS, SOON_UNTIL_MS)
  }
  // The first one waits too: of a service that answers this question and no other, nobody asks without a pause.
  nextIn(FROM_MS, UNTIL_MS)
  await there.promise
  clearTimeout(timer)
  end.abort()
}
