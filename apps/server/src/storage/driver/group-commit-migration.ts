/**
 * Group commit in PostgreSQL: a function that applies a batch of ledger movements, each of them or none of its effects,
 * as the statements of postgres/ledger-sql.ts do one at a time. Its name has a version: a later one gets a new name, so
 * nodes that call this one keep working.
 *
 * First the ends of reservations (settle, refund, release), then the reservations, each in the order given. No two
 * movements of a batch have the same reservation or job. Rows are locked in the same order everywhere (job,
 * reservation, account, then what belongs to the account), each table by id. Keys and idempotency keys belong to an
 * account, whose lock protects them. A job that another transaction has locked is skipped, because a canceled batch
 * locks its jobs in any order.
 *
 * The settings of the function give it plans with indexes that are made once: planning takes longer than a batch, and
 * statistics of tables that were small do not matter then.
 *
 * A lane is a sequence of batches of one node. The receipt has the number of the lane's latest batch, and the available
 * credits after each movement that it applied: a batch that is sent again after a lost connection is recognized, and
 * one that arrives after its successor is rejected.
 *
 * Accounts, keys and idempotency keys are arrays of distinct values; `r_account`, `r_key` and `r_claim` are positions in
 * them, from 1 on (0: no idempotency key). One row is returned for each movement with an outcome, by its position `n`
 * in the batch. `code`: 0 applied, 1 too few credits, 2 over budget, 3 idempotency key of another request, 4 its request
 * is running, 5 replay. The end of a reservation that was not applied, and a reservation with an unknown key, have no row.
 */
const applyMovementsSql = `
CREATE OR REPLACE FUNCTION apply_movements_1(
  p_lane TEXT, p_batch BIGINT, p_now BIGINT,
  f_id TEXT[], f_kind INT[], f_at BIGINT[], f_response TEXT[], f_digest TEXT[],
  f_job TEXT[], f_attempt BIGINT[], f_result TEXT[], f_result_digest TEXT[], f_expiry BIGINT[],
  accounts_used TEXT[], keys_used TEXT[], claim_account INT[], claim_operation TEXT[], claim_key TEXT[],
  r_id TEXT[], r_account INT[], r_key INT[], r_amount BIGINT[], r_operation TEXT[], r_request TEXT[], r_node TEXT[],
  r_at BIGINT[], r_claim INT[], r_fingerprint TEXT[], r_expiry BIGINT[]
) RETURNS TABLE (
  n INT, code INT, available BIGINT, budget BIGINT, spent BIGINT, response TEXT, response_digest TEXT
)
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  f_count INT := cardinality(f_id);
  r_count INT := cardinality(r_id);
  receipt_batch BIGINT; receipt BIGINT[];
  jobs_locked TEXT[]; f_accounts TEXT[];
  d_n INT[]; d_key TEXT[]; d_amount BIGINT[]; d_available BIGINT[];
  account_available BIGINT[];
  key_share INT[]; key_budget BIGINT[]; key_spent BIGINT[];
  claim_fingerprint TEXT[]; claim_response TEXT[]; claim_digest TEXT[]; claim_expiry BIGINT[];
  o_code INT[]; o_available BIGINT[]; o_budget BIGINT[]; o_spent BIGINT[]; o_response TEXT[]; o_digest TEXT[];
  a INT; k INT; c INT; o INT; amount_wanted BIGINT;
BEGIN
  SELECT m.batch, m.available INTO receipt_batch, receipt FROM movement_receipts m WHERE m.lane = p_lane FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO movement_receipts (lane, batch, available, updated_at) VALUES (p_lane, 0, '{}', p_now)
    ON CONFLICT DO NOTHING;
    SELECT m.batch, m.available INTO receipt_batch, receipt FROM movement_receipts m WHERE m.lane = p_lane FOR UPDATE;
  END IF;
  IF receipt_batch = p_batch THEN
    RETURN QUERY SELECT i, 0, receipt[i], NULL::bigint, NULL::bigint, NULL::text, NULL::text
      FROM generate_subscripts(receipt, 1) i WHERE receipt[i] IS NOT NULL;
    RETURN;
  ELSIF receipt_batch > p_batch THEN
    RAISE EXCEPTION 'batch % of ledger movements arrived after batch %', p_batch, receipt_batch;
  END IF;
  IF f_count = 0 THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
  o_code := array_fill(NULL::int, ARRAY[f_count + r_count]);
  o_available := array_fill(NULL::bigint, ARRAY[f_count + r_count]);

  IF f_count > 0 THEN
    IF cardinality(f_job) > 0 THEN
      SELECT array_agg(x.id) INTO jobs_locked FROM (
        SELECT j.id FROM jobs j JOIN unnest(f_job, f_attempt) u(id, attempt) ON j.id = u.id AND j.attempt = u.attempt
        WHERE j.status = 'running' ORDER BY j.id FOR UPDATE OF j SKIP LOCKED
      ) x;
    END IF;
    SELECT array_agg(x.account_id) INTO f_accounts
      FROM (SELECT account_id FROM reservations WHERE id = ANY (f_id) ORDER BY id FOR UPDATE) x;
  END IF;
  PERFORM 1 FROM accounts WHERE id = ANY (accounts_used || f_accounts) ORDER BY id FOR UPDATE;

  IF f_accounts IS NOT NULL THEN
    WITH f AS (
      SELECT * FROM unnest(f_id, f_kind, f_at, f_job) WITH ORDINALITY u(id, kind, at, job, n)
      WHERE u.job IS NULL OR u.job = ANY (jobs_locked)
    ), d AS (
      DELETE FROM reservations r USING f WHERE r.id = f.id
      RETURNING r.account_id, r.key_id, r.amount, r.operation, r.request_id, f.kind, f.at, f.n::int
    ), account AS (
      UPDATE accounts t SET held = t.held - s.total, available = t.available + s.back
      FROM (
        SELECT account_id, sum(amount)::bigint AS total, coalesce(sum(amount) FILTER (WHERE kind > 0), 0)::bigint AS back
        FROM d GROUP BY 1
      ) s
      WHERE t.id = s.account_id RETURNING t.id, t.available - s.back AS available_before
    ), entry AS (
      INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
      SELECT account_id, CASE kind WHEN 0 THEN 'settle' ELSE 'refund' END, 'held',
        CASE kind WHEN 0 THEN 'spent' ELSE 'available' END, amount, key_id, operation, request_id, at
      FROM d ORDER BY n
    )
    SELECT array_agg(x.n), array_agg(x.key_id), array_agg(x.amount), array_agg(x.available)
      INTO d_n, d_key, d_amount, d_available
      FROM (
        SELECT d.n, d.key_id, d.amount, (account.available_before + sum(CASE WHEN d.kind > 0 THEN d.amount ELSE 0 END)
          OVER (PARTITION BY d.account_id ORDER BY d.n))::bigint AS available
        FROM d JOIN account ON account.id = d.account_id
      ) x;
    FOR i IN 1..coalesce(cardinality(d_n), 0) LOOP
      o_code[d_n[i]] := 0; o_available[d_n[i]] := d_available[i];
    END LOOP;

    -- Most batches need none of the following, and a statement opens all tables and indexes that it may change.
    IF 1 = ANY (f_kind) OR 2 = ANY (f_kind) THEN
      WITH d AS MATERIALIZED (
        SELECT u.id, u.kind, u.at, d.key_id, d.amount FROM unnest(f_id, f_kind, f_at) WITH ORDINALITY u(id, kind, at, n)
        JOIN unnest(d_n, d_key, d_amount) d(n, key_id, amount) ON d.n = u.n WHERE u.kind > 0
      ), budget_key AS (
        UPDATE keys t SET spent = t.spent - s.back
        FROM (
          SELECT u.budget_key_id AS id, sum(d.amount)::bigint AS back FROM d JOIN keys u ON u.id = d.key_id GROUP BY 1
        ) s WHERE t.id = s.id
      ), unclaimed AS (
        DELETE FROM idempotency i USING d WHERE i.reservation_id = d.id
      )
      INSERT INTO released SELECT id, at FROM d WHERE kind = 2;
    END IF;
    IF cardinality(f_response) > 0 THEN
      UPDATE idempotency i SET response = u.response, response_digest = u.digest
      FROM unnest(f_id, f_response, f_digest) WITH ORDINALITY u(id, response, digest, n) JOIN unnest(d_n) d(n) ON d.n = u.n
      WHERE i.reservation_id = u.id AND (u.response IS NOT NULL OR u.digest IS NOT NULL);
    END IF;
    IF jobs_locked IS NOT NULL THEN
      WITH job AS MATERIALIZED (
        SELECT j.id, j.batch_id, d.amount, u.n, u.at, u.result, u.result_digest, u.expiry,
          row_number() OVER (PARTITION BY j.batch_id ORDER BY u.n) AS place
        FROM unnest(f_at, f_job, f_result, f_result_digest, f_expiry)
          WITH ORDINALITY u(at, job, result, result_digest, expiry, n)
        JOIN unnest(d_n, d_amount) d(n, amount) ON d.n = u.n JOIN jobs j ON j.id = u.job
      ), batch AS (
        UPDATE batches t SET ended = t.ended + s.count, succeeded = t.succeeded + s.count, credits = t.credits + s.total
        FROM (
          SELECT batch_id, count(*) AS count, sum(amount)::bigint AS total FROM job WHERE batch_id IS NOT NULL GROUP BY 1
        ) s
        WHERE t.id = s.batch_id RETURNING t.id, t.ended - s.count AS ended_before
      )
      UPDATE jobs t SET status = 'succeeded', result = job.result, result_digest = job.result_digest,
        credits = job.amount, finished_at = job.at, expires_at = job.expiry, node_id = NULL,
        batch_order = (SELECT batch.ended_before + job.place FROM batch WHERE batch.id = job.batch_id)
      FROM job WHERE t.id = job.id;
    END IF;
  END IF;

  IF r_count > 0 THEN
    SELECT array_agg(t.available ORDER BY u.n) INTO account_available
      FROM unnest(accounts_used) WITH ORDINALITY u(id, n) LEFT JOIN accounts t ON t.id = u.id;
    SELECT array_agg(x.share ORDER BY x.n), array_agg(x.budget ORDER BY x.n), array_agg(x.spent ORDER BY x.n)
      INTO key_share, key_budget, key_spent
      FROM (
        SELECT u.n, b.budget, b.spent,
          CASE WHEN b.id IS NOT NULL THEN min(u.n) OVER (PARTITION BY b.id) END::int AS share
        FROM unnest(keys_used) WITH ORDINALITY u(id, n)
        LEFT JOIN keys t ON t.id = u.id LEFT JOIN keys b ON b.id = t.budget_key_id
      ) x;
    IF cardinality(claim_key) > 0 THEN
      SELECT array_agg(i.fingerprint ORDER BY u.n), array_agg(i.response ORDER BY u.n),
          array_agg(i.response_digest ORDER BY u.n), array_agg(i.expires_at ORDER BY u.n)
        INTO claim_fingerprint, claim_response, claim_digest, claim_expiry
        FROM unnest(claim_account, claim_operation, claim_key) WITH ORDINALITY u(a, operation, key, n)
        LEFT JOIN idempotency i
          ON i.account_id = accounts_used[u.a] AND i.operation = u.operation AND i.idempotency_key = u.key;
    END IF;
    FOR i IN 1..r_count LOOP
      o := f_count + i;
      a := r_account[i]; c := r_claim[i]; amount_wanted := r_amount[i];
      k := key_share[r_key[i]];
      o_available[o] := coalesce(account_available[a], 0);
      IF account_available[a] IS NULL THEN
        o_code[o] := 1;
      ELSIF c > 0 AND claim_fingerprint[c] IS NOT NULL
        AND (claim_response[c] IS NULL AND claim_digest[c] IS NULL OR claim_expiry[c] > r_at[i]) THEN
        IF claim_fingerprint[c] <> r_fingerprint[i] THEN
          o_code[o] := 3;
        ELSIF claim_response[c] IS NULL AND claim_digest[c] IS NULL THEN
          o_code[o] := 4;
        ELSE
          o_code[o] := 5; o_response[o] := claim_response[c]; o_digest[o] := claim_digest[c];
        END IF;
      ELSIF account_available[a] < amount_wanted THEN
        o_code[o] := 1;
      ELSIF key_spent[k] + amount_wanted > key_budget[k] THEN
        o_code[o] := 2; o_budget[o] := key_budget[k]; o_spent[o] := key_spent[k];
      ELSIF k IS NOT NULL THEN
        o_code[o] := 0;
        account_available[a] := account_available[a] - amount_wanted;
        key_spent[k] := key_spent[k] + amount_wanted;
        o_available[o] := account_available[a];
        IF c > 0 THEN
          claim_fingerprint[c] := r_fingerprint[i]; claim_response[c] := NULL; claim_digest[c] := NULL;
          claim_expiry[c] := r_expiry[i];
        END IF;
      END IF;
    END LOOP;

    WITH r AS MATERIALIZED (
      SELECT u.*, accounts_used[u.account] AS account_id, keys_used[u.key] AS key_id
      FROM unnest(r_id, r_account, r_key, r_amount, r_operation, r_request, r_node, r_at)
        WITH ORDINALITY u(id, account, key, amount, operation, request_id, node_id, at, n)
      WHERE o_code[f_count + u.n] = 0
    ), account AS (
      UPDATE accounts t SET available = t.available - s.total, held = t.held + s.total
      FROM (SELECT account_id, sum(amount)::bigint AS total FROM r GROUP BY 1) s WHERE t.id = s.account_id
    ), used_key AS (
      SELECT key_id, sum(amount)::bigint AS total, (array_agg(at ORDER BY n DESC))[1] AS at FROM r GROUP BY 1
    ), key AS (
      UPDATE keys t SET spent = t.spent + s.total, last_used_at = coalesce(s.at, t.last_used_at)
      FROM (
        SELECT id, sum(total)::bigint AS total, max(at) AS at FROM (
          SELECT key_id AS id, 0 AS total, at FROM used_key
          UNION ALL
          SELECT u.budget_key_id, used_key.total, NULL FROM used_key JOIN keys u ON u.id = used_key.key_id
        ) one GROUP BY 1
      ) s WHERE t.id = s.id
    ), reservation AS (
      INSERT INTO reservations (id, account_id, key_id, node_id, amount, operation, request_id, created_at)
      SELECT id, account_id, key_id, node_id, amount, operation, request_id, at FROM r
    )
    INSERT INTO entries (account_id, kind, debit, credit, amount, key_id, operation, request_id, created_at)
    SELECT account_id, 'reserve', 'available', 'held', amount, key_id, operation, request_id, at FROM r ORDER BY n;
    IF cardinality(claim_key) > 0 THEN
      INSERT INTO idempotency (account_id, operation, idempotency_key, fingerprint, reservation_id, response, expires_at)
      SELECT accounts_used[u.account], u.operation, claim_key[u.claim], u.fingerprint, u.id, NULL, u.expiry
      FROM unnest(r_id, r_account, r_operation, r_claim, r_fingerprint, r_expiry)
        WITH ORDINALITY u(id, account, operation, claim, fingerprint, expiry, n)
      WHERE u.claim > 0 AND o_code[f_count + u.n] = 0
      ORDER BY accounts_used[u.account], u.operation, claim_key[u.claim]
      ON CONFLICT (account_id, operation, idempotency_key) DO UPDATE SET fingerprint = excluded.fingerprint,
        reservation_id = excluded.reservation_id, response = NULL, response_digest = NULL,
        expires_at = excluded.expires_at;
    END IF;
  END IF;

  UPDATE movement_receipts m SET batch = p_batch, updated_at = p_now, available = ARRAY(
    SELECT CASE o_code[i] WHEN 0 THEN o_available[i] END FROM generate_series(1, f_count + r_count) i ORDER BY i
  ) WHERE m.lane = p_lane;
  RETURN QUERY
    SELECT i, o_code[i], o_available[i], o_budget[i], o_spent[i], o_response[i], o_digest[i]
    FROM generate_series(1, f_count + r_count) i WHERE o_code[i] IS NOT NULL;
END $$`;

/** The migration of PostgreSQL that adds group commit. */
export const groupCommitMigration = {
  postgres: [
    `CREATE TABLE movement_receipts (
       lane TEXT PRIMARY KEY,
       batch BIGINT NOT NULL,
       available BIGINT[] NOT NULL,
       updated_at BIGINT NOT NULL
     )`,
    applyMovementsSql,
  ],
} as const;
