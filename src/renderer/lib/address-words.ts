/** An address as it is read back: in the order of an envelope, then how its recipient is reached and what to heed there. */
import type { AddressField } from '../../domain/shared/address-fields.ts'

/** @returns the lines that hold anything, each without its outer spaces */
export function addressLines(address: Readonly<Partial<Record<AddressField, string>>>): string[] {
  const { prenom = '', nom = '', societe = '', adresse1 = '', adresse2 = '', pays = '' } = address
  const { code_postal = '', ville = '', telephone = '', email = '', instructions = '' } = address
  const envelope = [societe, `${prenom} ${nom}`, adresse1, adresse2, `${code_postal} ${ville}`, pays]
  return [...envelope, telephone, email, instructions].map((line) => line.trim()).filter(Boolean)
}
