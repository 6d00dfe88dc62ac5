const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Participles that tell who leads, keeps, makes or serves. */
export const PARTICIPLES = words(
  `led run headed ruled governed commanded managed supervised overseen directed chaired captained owned kept held operated tended
   guarded maintained serviced repaired inspected supplied delivered provided powered fed cooled heated driven staffed crewed
   built made created founded designed written drawn forged killed slain destroyed employed hired leased rented sold protected
   trained taught mentored replaced succeeded used hosted funded financed insured represented advised caused stored
   patrolled issued approved signed authorised authorized written controlled monitored isolated sponsored worshipped haunted occupied`,
);

/** Verbs that tell a relation, with the type that says it from the dependent thing. */
export const ACTIVE: Readonly<Record<string, string>> = Object.fromEntries(
  `leads:led_by led:led_by heads:led_by commands:led_by rules:ruled_by governs:governed_by chairs:led_by manages:managed_by
   directs:led_by supervises:supervised_by oversees:supervised_by captains:led_by runs:run_by
   keeps:kept_by tends:kept_by guards:guarded_by holds:held_by owns:owned_by operates:operated_by
   maintains:maintained_by services:serviced_by repairs:maintained_by supplies:supplied_by feeds:supplied_by powers:powered_by
   sells:sold_by sails:sailed_by drives:driven_by contains:contained_by houses:housed_by founded:founded_by founds:founded_by
   built:built_by created:created_by drew:created_by made:created_by wrote:created_by killed:killed_by
   joins:connects connects:connects links:connects ended:ended
   serves:serves protects:protects hates:enemy_of fears:fears owes:indebted_to hired:hired employs:employs
   needs:depends_on requires:depends_on issues:issued_by issued:issued_by approves:approved_by approved:approved_by
   uses:used_by mentors:mentored_by trains:trained_by trained:trained_by teaches:taught_by taught:taught_by sponsors:sponsored_by
   replaces:replaced_by replaced:replaced_by succeeded:succeeded_by monitors:monitored_by controls:controlled_by hosts:hosted_by
   bought:owned_by acquired:owned_by inherited:owned_by funds:funded_by designs:designed_by designed:designed_by writes:created_by
   caused:caused_by causes:caused_by advises:advised_by represents:represented_by held:held_by kept:kept_by inspects:inspected_by
   tolerates:tolerates opposes:hostile_to`
    .split(/\s+/)
    .map((pair) => pair.split(':'))
    .map(([verb = '', type = '']) => [verb, type]),
);
