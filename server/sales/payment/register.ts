import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerPaymentNotices } from './register-notices.ts'
import { registerSandboxPage } from './sandbox/register-page.ts'
import { SandboxProvider } from './sandbox/sandbox-provider.ts'

/** Serves what payment needs beside its calls: the providers' messages, and in the sandbox its check-out page. */
export async function registerPayment(app: FastifyInstance, { payments, settings }: Context): Promise<void> {
  await registerPaymentNotices(app, payments)
  if (payments.provider instanceof SandboxProvider) await registerSandboxPage(app, payments.provider, settings)
}
