import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the wire: headers and body. */
  raw: string
}

/** A real SMTP server on loopback that takes mail, or refuses it as the test wants. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  /** SMTP code with which mail is refused; undefined: it is taken. */
  refuseWith: number | undefined
  tries = 0
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'video' && password === 'secret' ? done(null, { user: username }) : done(new Error('Wrong')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.tries += 1
          if (this.refuseWith !== undefined) return done(Object.assign(new Error('Refused'), { responseCode: this.refuseWith }))
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom === false ? '' : mailFrom.address
          this.received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString('utf8') })
          done()
        })
      },
    })
  }

  /** On any free port, or on that of a server that was closed. */
  static async start(port = 0): Promise<MailServer> {
    const mailServer = new MailServer()
    await new Promise<void>((resolve) => mailServer.#server.listen(port, '127.0.0.1', resolve))
    return mailServer
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://video:secret@127.0.0.1:${this.port}`
  }

  /** The mail to an address as its reader's program sees it; undefined when there is none. The newest, if there are several. */
  async readMailTo(address: string): Promise<Email | undefined> {
    const mail = this.received.findLast(({ to }) => to.includes(address))
    return mail === undefined ? undefined : PostalMime.parse(mail.raw)
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }
}
