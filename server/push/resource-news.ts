import type { FastifyBaseLogger } from 'fastify'
import { resourcesOfAdministrators, type Resource } from '#contract/resources.ts'
import { userStatuses } from '#contract/states/user.ts'
import type { Db } from '../db/open.ts'
import type { PushHub } from './hub.ts'

/** Tells people of an organization that a resource has changed, so that their screens ask for it again. To be told after the commit. */
export class ResourceNews {
  readonly #db: Db
  readonly #push: PushHub
  readonly #log: FastifyBaseLogger

  constructor({ db, push, log }: { db: Db; push: PushHub; log: FastifyBaseLogger }) {
    this.#db = db
    this.#push = push
    this.#log = log
  }

  /** Never rejects: what changed has changed, whoever hears of it. */
  async tell(organizationId: string, resource: Resource): Promise<void> {
    try {
      const hearers = await this.#hearers(organizationId, resource)
      this.#push.send(hearers, { infoType: 'resource-changed', infoContent: { resource } })
    } catch (fault) {
      this.#log.error(fault, 'Nobody could be told of a change')
    }
  }

  /** An installer is an administrator while an access lasts, and has no session otherwise. */
  async #hearers(organizationId: string, resource: Resource): Promise<string[]> {
    let people = this.#db.selectFrom('user').where('organization_id', '=', organizationId).where('status', '=', userStatuses.activated)
    if (resourcesOfAdministrators.has(resource)) {
      people = people.where((where) => where.or([where('role', '=', 'administrator'), where('is_installer', '=', 1)]))
    }
    return (await people.select('id').execute()).map(({ id }) => id)
  }
}
