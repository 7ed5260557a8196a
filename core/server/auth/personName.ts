/**
 * SQL for the name of a user (`u`, a row of `users`) in a company's records: with the user's own company if that is another
 * one. `company` is the column with the id of the company the record belongs to.
 */
export const personName = (u: string, company: string): string =>
  `${u}.first_name || ' ' || ${u}.last_name || CASE WHEN ${u}.company_id = ${company} THEN ''
    ELSE (SELECT ' (' || o.name || ')' FROM companies o WHERE o.company_id = ${u}.company_id) END`

/** SQL for the name of the user whose ID is in a column `id`, as above; null if it is null. No query may call a table `person`. */
export const nameOfPerson = (id: string, company: string): string =>
  `(SELECT ${personName("person", company)} FROM users person WHERE person.user_id = ${id})`
