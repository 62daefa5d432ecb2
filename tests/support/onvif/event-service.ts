import { asElement, escapeXml, SoapFault, textOf, type Element } from './soap.ts'

/** A message as a camera sends it. `topic` without prefix; `operation` only of properties, which have a state. */
export interface Notification {
  topic: string
  source?: Record<string, string>
  data?: Record<string, string>
  /** Elements among the data, by their names: XML as the camera writes it. */
  elements?: Record<string, string>
  operation?: 'Initialized' | 'Changed' | 'Deleted'
  /** by the clock of the camera; NaN: it says nonsense */
  atMs: number
}

/** Subscriptions of a camera by pull point: each keeps what has not been fetched, and ends when it is not renewed. */
export class StandInEvents {
  /** How long a subscription lives, whatever is asked for. */
  lifeMs = 120_000
  readonly #points = new Map<string, { waiting: Notification[]; wake: () => void; endMs: number }>()
  readonly #now: () => number
  #opened = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get openCount(): number {
    return this.#points.size
  }

  /** How often somebody has subscribed. */
  get openedCount(): number {
    return this.#opened
  }

  notify(...messages: Notification[]): void {
    for (const point of this.#points.values()) {
      point.waiting.push(...messages)
      point.wake()
    }
  }

  /** Forgets all subscriptions, as a restart does. */
  forget(): void {
    for (const { wake } of this.#points.values()) wake()
    this.#points.clear()
  }

  open(address: string): string {
    const id = String((this.#opened += 1))
    this.#points.set(id, { waiting: [], wake: () => {}, endMs: this.#now() + this.lifeMs })
    return (
      `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa5:Address>${address}/onvif/events/${id}</wsa5:Address>` +
      `</tev:SubscriptionReference>${this.#times(id, 'wsnt')}</tev:CreatePullPointSubscriptionResponse>`
    )
  }

  /** Answers what is sent to a subscription; a pull waits for a message, a second at most. Throws `SoapFault`. */
  async answer(id: string, action: string, body: Element): Promise<string> {
    const point = this.#points.get(id)
    if (point === undefined || point.endMs < this.#now()) {
      this.#points.delete(id)
      throw new SoapFault('wsrf-rw:ResourceUnknownFault', 'no such subscription')
    }
    if (action === 'Unsubscribe') {
      this.#points.delete(id)
      point.wake()
      return '<wsnt:UnsubscribeResponse/>'
    }
    if (action === 'Renew') {
      point.endMs = this.#now() + this.lifeMs
      return `<wsnt:RenewResponse>${this.#times(id, 'wsnt')}</wsnt:RenewResponse>`
    }
    if (action !== 'PullMessages') throw new SoapFault('ter:ActionNotSupported', 'optional action not implemented', 500)
    if (!/^PT\d+[MS]$/.test(textOf(body['Timeout']))) throw new SoapFault('ter:InvalidArgVal', 'a pull wants its time')
    if (point.waiting.length === 0) await this.#wait(point)
    const messages = point.waiting.splice(0, Number(textOf(body['MessageLimit'])) || 1)
    return `<tev:PullMessagesResponse>${this.#times(id, 'tev')}${messages.map(messageXml).join('')}</tev:PullMessagesResponse>`
  }

  #wait(point: { wake: () => void }): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1_000)
      point.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #times(id: string, prefix: string): string {
    const end = new Date(this.#points.get(id)?.endMs ?? this.#now()).toISOString()
    const now = new Date(this.#now()).toISOString()
    return `<${prefix}:CurrentTime>${now}</${prefix}:CurrentTime><${prefix}:TerminationTime>${end}</${prefix}:TerminationTime>`
  }
}

function messageXml({ topic, source = {}, data = {}, elements = {}, operation, atMs }: Notification): string {
  const items = (list: Record<string, string>) =>
    Object.entries(list)
      .map(([name, value]) => `<tt:SimpleItem Name="${name}" Value="${escapeXml(value)}"/>`)
      .join('')
  const inner = Object.entries(elements)
    .map(([name, xml]) => `<tt:ElementItem Name="${name}">${xml}</tt:ElementItem>`)
    .join('')
  const property = operation === undefined ? '' : ` PropertyOperation="${operation}"`
  return (
    '<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">' +
    `tns1:${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${Number.isNaN(atMs) ? 'soon' : new Date(atMs).toISOString()}"${property}>` +
    `<tt:Source>${items(source)}</tt:Source><tt:Data>${items(data)}${inner}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
  )
}

/** The number of the subscription that an address names. */
export function pointOf(path: string): string | undefined {
  return /^\/onvif\/events\/(\w+)$/.exec(path)?.[1]
}

export function isSubscription(body: Element): boolean {
  return textOf(asElement(body)['InitialTerminationTime']).startsWith('PT')
}
