/** Which partner a command is about. */
import { isSameName } from '../../domain/shared/sources.ts'
import type { Partner, Partners } from '../../service/partners.ts'
import { CommandError } from '../failure.ts'
import type { Words } from '../words/index.ts'

/** The partner of a name, also where it is written another way. @throws CommandError naming those that there are */
export function partnerNamed(partners: Partners, name: string, { upstream: said }: Words): Partner {
  const all = partners.all()
  const exact = all.filter(({ link }) => link.source.name === name)
  const [found, other] =
    exact.length > 0 ? exact : all.filter(({ link }) => isSameName(link.source.name, name))
  // Stores from before such names were refused may hold two that read the same.
  if (found && !other) return found
  throw new CommandError('not_found', said.unknown(name, namesOf(all)))
}

/** The one that is meant where none is named: the only one. @throws CommandError where there are several */
export function onlyPartner(partners: Partners, { upstream: said }: Words): Partner | null {
  const all = partners.all()
  if (all.length > 1) throw new CommandError('name_required', said.nameRequired(namesOf(all)))
  return all[0] ?? null
}

const namesOf = (partners: readonly Partner[]) => partners.map(({ link }) => link.source.name)
