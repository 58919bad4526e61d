import { type Kysely, sql } from 'kysely';

/**
 * Lets PostgreSQL notify all instances of commits with a due job or a change that a session shows. The notification ends with
 * the name of the connection, so that an instance recognises its own.
 */
export async function notifyOthers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notify_job() returns trigger language plpgsql as $$
    BEGIN
      IF NEW.due_at <= extract(epoch from clock_timestamp()) * 1000 + 1000 THEN
        PERFORM pg_notify('orchestration', 'job - ' || current_setting('application_name'));
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    create function notify_execution() returns trigger language plpgsql as $$
    BEGIN
      PERFORM pg_notify('orchestration', 'execution ' || NEW.id || ' ' || current_setting('application_name'));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    create function notify_session() returns trigger language plpgsql as $$
    BEGIN
      PERFORM pg_notify('orchestration', 'execution ' || NEW.execution_id || ' ' || current_setting('application_name'));
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    create trigger jobs_notify after insert on jobs for each row execute function notify_job()`.execute(db);
  // Only after updates: nobody waits for an execution that was just created.
  await sql`
    create trigger executions_notify after update on executions for each row execute function notify_execution()`.execute(
    db,
  );
  for (const table of ['popup_windows', 'hand_offs'])
    await sql`
      create trigger ${sql.id(`${table}_notify`)} after insert or update on ${sql.table(table)}
      for each row execute function notify_session()`.execute(db);
}
