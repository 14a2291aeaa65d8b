/** The service beside a partner in memory: all is the service's own, but for who answers at the partner's address. */
import pino from 'pino'
import { onTestFinished, vi } from 'vitest'
import { Service, type ServiceOptions } from '../service/service.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { temporaryFolder } from './folder.ts'

export const PARTNER_URL = 'https://partner.example'

/** A service with one partner, which is set already where the folder has one. Nothing of it works by itself. */
export async function besidePartner(
  client: () => UpstreamClient | null,
  options: Partial<ServiceOptions> = {},
) {
  const service = await Service.open({
    folder: temporaryFolder(),
    log: pino({ level: 'silent' }),
    ...options,
  })
  onTestFinished(() => service.close())
  const partner =
    service.partners.all()[0] ??
    (await service.partners.keep({ name: 'partenaire', url: PARTNER_URL, token: 'jeton' }))
  vi.spyOn(partner.link, 'client', 'get').mockImplementation(client)
  return { service, partner }
}
