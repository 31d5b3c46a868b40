//! Tables in databases, with real servers: a table there is the same table as in a file, a release goes there whole or not at all,
//! and a password shows nowhere.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::postgres::{PASSWORD, Postgres};
use crate::common::{Run, Workdir};

/// Columns and what is asked of them.
const ASKED: [&str; 8] = ["--quasi", "age,town", "--sensitive", "pay", "--absolute", "20", "--m", "4"];

/// People: the file, and the rows as SQL writes them.
fn people(rows: u64) -> (String, String) {
    let (mut csv, mut sql) = ("name,age,town,pay\n".to_owned(), Vec::new());
    for at in 0..rows {
        let mixed = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (age, town, pay) = (18 + (mixed >> 40) % 60, (mixed >> 50) % 7, at * 37 % (rows * 40));
        let _ = writeln!(csv, "p{at},{age},town{town},{pay}.25");
        sql.push(format!("('p{at}',{age},'town{town}',{pay}.25)"));
    }
    (csv, sql.join(","))
}

/// A server with the people in `pay`, and a room with them in `pay.csv`.
fn served(rows: u64) -> Option<(Postgres, Workdir)> {
    let server = Postgres::start()?;
    let (csv, sql) = people(rows);
    server.sql("create table pay (name text, age int, town varchar(20), pay numeric(12, 2))");
    server.sql(&format!("insert into pay values {sql}"));
    server.sql("create table mixed as select * from pay order by random()");
    Some((server, Workdir::with("pay.csv", csv)))
}

fn aloof(room: &Workdir, args: &[&str]) -> Run {
    let run = room.run_with(args, b"", &[("PGPASSWORD", PASSWORD)]);
    run.hides(&[PASSWORD]);
    run
}

fn with<'a>(first: &[&'a str]) -> Vec<&'a str> {
    first.iter().copied().chain(ASKED).collect()
}

/// A document without what says where the table lies, or how long something took.
fn document(room: &Workdir, args: &[&str]) -> Value {
    let run = aloof(room, &[args, &["--json"]].concat());
    assert!(matches!(run.code, 0 | 1), "{run}");
    let mut document = run.json();
    for key in ["data", "format", "seconds", "file", "delimiter", "encoding"] {
        document.as_object_mut().unwrap().remove(key);
    }
    document
}

#[test]
fn every_command_reads_a_table_as_it_reads_a_file() {
    let Some((server, room)) = served(300) else { return };
    let table = server.at("table=pay");
    for command in ["advise", "risk", "audit"] {
        let of = |data: &str| document(&room, &with(&[command, data]));
        assert_eq!(of(&table), of("pay.csv"), "{command}");
    }
    let inspected = |data: &str| document(&room, &["inspect", data]);
    assert_eq!(inspected(&table), inspected("pay.csv"));
    for (data, out) in [("pay.csv", "from-file"), (server.at("table=mixed").as_str(), "from-table")] {
        let made = aloof(&room, &with(&["anonymize", data, "--out", out, "--seed", "7"]));
        assert_eq!(made.code, 0, "{made}");
    }
    // In whatever order rows come.
    assert_eq!(room.read("from-table/data.csv"), room.read("from-file/data.csv"));
    assert_eq!(room.read("from-table/manifest.json"), room.read("from-file/manifest.json"));
    let judged = aloof(&room, &with(&["audit", "from-table", "--original", &server.by_network("table=public.pay")]));
    assert_eq!(judged.code, 0, "{judged}");
    let evaluated =
        |original: &str| document(&room, &with(&["evaluate", "--original", original, "--release", "from-file"]));
    assert_eq!(evaluated(&table), evaluated("pay.csv"));
    let compared = |original: &str| document(&room, &with(&["compare", original, "from-file", "from-table"]));
    assert_eq!(compared(&table), compared("pay.csv"));
    let asked = server.at("");
    let query = "select age, town, pay from pay -- all of it";
    let made = aloof(&room, &with(&["anonymize", &asked, "--query", query, "--out", "asked", "--seed", "7"]));
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(room.read("asked/data.csv"), room.read("from-file/data.csv"));
    let report = aloof(&room, &with(&["anonymize", &table, "--out", "paged", "--report", "page.html"]));
    assert_eq!(report.code, 0, "{report}");
    assert!(!room.read("page.html").contains(PASSWORD));
}

#[test]
fn types_are_those_that_the_database_declares() {
    let Some((server, room)) = served(3) else { return };
    server.sql(
        "create type mood as enum ('low', 'high'); create domain zip as text;
         create table typed (code text, n numeric, i bigint, f real, d date, stamp timestamp, at timestamptz, ok boolean, m mood, z zip,
                             pad char(4), cash money, list int[]);
         insert into typed values
         ('007', 12345678901234567890.1234567890, 9007199254740993, 0.1, '2020-01-31', '2020-01-31 00:00', '2020-01-31 10:30+02', true,
          'low', '01', 'ab', '12.50', '{1}'),
         (' 8 ', 0.10, -1, 1e20, null, '2020-02-01 00:00', '2020-01-31 10:30:00.5+02', false, 'high', '2', 'c', '1', null)",
    );
    let columns = "code, n, i, f, d, stamp, at, ok, m, z, pad, cash";
    let query = format!("select {columns} from typed");
    let found = aloof(&room, &["inspect", &server.at(""), "--query", &query, "--json"]).json();
    let kinds: Vec<String> = found["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| format!("{} {}", column["name"].as_str().unwrap(), column["type"].as_str().unwrap()))
        .collect();
    let expected = "code label, n number, i number, f number, d date, stamp date, at label, ok label, m label, z label, pad label, cash number";
    assert_eq!(kinds.join(", "), expected, "{found}");
    let told = aloof(&room, &["inspect", &server.at(""), "--query", &query]).stdout;
    for exact in ["12345678901234567890.123456789", "9007199254740993", "100000000000000000000", "12.5"] {
        assert!(told.contains(exact), "{exact}: {told}");
    }
    let seen = aloof(&room, &["inspect", &server.at("table=typed")]).stdout;
    assert!(seen.contains("its values are of type integer[], which cannot be read"), "{seen}");
    let asked = ["audit", &server.at("table=typed"), "--quasi", "list", "--sensitive", "n"];
    let message = aloof(&room, &asked).refused();
    assert!(message.contains("column `list`: values of type integer[] cannot be read"), "{message}");
    for (query, words) in [
        ("select n from typed union select 'NaN'", "column `n`: NaN and infinities are not values"),
        ("select d from typed union select 'infinity'", "column `d`: not a date"),
    ] {
        let message = aloof(&room, &["inspect", &server.at(""), "--query", query]).refused();
        assert!(message.contains(words), "{message}");
    }
    // What nobody asks for is not in the way.
    let measured = aloof(
        &room,
        &["audit", &server.at("table=typed"), "--quasi", "m", "--sensitive", "n", "--m", "1", "--absolute", "1"],
    );
    assert_eq!(measured.code, 0, "{measured}");
}

#[test]
fn an_empty_text_is_not_null() {
    let Some((server, room)) = served(3) else { return };
    server.sql("create table t (a text, b int); insert into t values ('', 1), (null, 2), ('x', 3), ('x', 4)");
    let table = server.at("table=t");
    let call = ["audit", &table, "--quasi", "a", "--sensitive", "b"];
    let message = aloof(&room, &call).refused();
    assert!(message.contains("column `a`: holds empty texts, which are not NULL"), "{message}");
    let declared = aloof(&room, &[&call[..], &["--missing-text", ""]].concat());
    assert_eq!(declared.code, 0, "{declared}");
    let seen = aloof(&room, &["inspect", &table]).stdout;
    assert!(seen.contains("empty texts, which are not NULL"), "{seen}");
    // A column of its own loses no row for NULL.
    server.sql("create table one as select nullif(i % 3, 0) as x from generate_series(1, 9) i");
    assert!(aloof(&room, &["inspect", &server.at("table=one")]).stdout.contains("9 rows, 1 column"));
}

#[test]
fn a_release_becomes_a_table_whole_or_not_at_all() {
    let Some((server, room)) = served(300) else { return };
    let (table, to) = (server.at("table=pay"), server.at("table=released"));
    let call = |out: &'static str, more: &[&str]| {
        let run =
            aloof(&room, &[&with(&["anonymize", &table, "--out", out, "--seed", "7", "--to", &to])[..], more].concat());
        (run.code, run.stderr)
    };
    let tables = || server.sql("select count(*) from pg_class where relname = 'released'");
    // What cannot be asked leaves nothing.
    let much = ["--quasi", "age,town", "--sensitive", "pay", "--absolute", "20", "--m", "299"];
    let refused = aloof(&room, &[&["anonymize", &table, "--out", "none", "--to", &to][..], &much].concat());
    assert_eq!(refused.code, 3, "{refused}");
    assert!(!room.path("none").exists());
    assert_eq!(tables(), "0");
    assert_eq!(call("release", &[]), (0, String::new()));
    let kinds = "select string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) from information_schema.columns
                 where table_name = 'released'";
    assert_eq!(server.sql(kinds), "age text, town text, pay numeric");
    let csv = server.sql("copy released to stdout (format csv, header)");
    assert_eq!(csv, room.read("release/data.csv").replace('"', "").trim_end());
    let judged = aloof(&room, &with(&["audit", &to, "--original", "pay.csv"]));
    assert_eq!(judged.code, 0, "{judged}");
    let itself = aloof(&room, &with(&["anonymize", &to, "--out", "again", "--to", &to, "--replace"])).refused();
    assert!(itself.contains("is read here and was left as it is"), "{itself}");
    let (code, message) = call("again", &[]);
    assert!(code == 2 && message.contains("exists already and was left as it is"), "{message}");
    assert!(!room.path("again").exists());
    assert_eq!(call("release", &["--replace"]).0, 0);
    // Only what this program made gives way, and nothing of somebody else's.
    server.sql("drop table released; create table released (x int); insert into released values (1)");
    let (code, message) = call("again", &["--replace"]);
    assert!(code == 2 && message.contains("no table that this program made"), "{message}");
    assert_eq!((server.sql("select x from released").as_str(), room.path("again").exists()), ("1", false));
    server.sql("drop table released; create role bob login password 'x'; grant select on pay to bob");
    let bob = to.replace("ann@", "bob@");
    let denied =
        room.run_with(&with(&["anonymize", "pay.csv", "--out", "again", "--to", &bob]), b"", &[("PGPASSWORD", "x")]);
    assert!(denied.code == 2 && denied.stderr.contains("permission denied"), "{denied}");
    assert_eq!((tables().as_str(), room.path("again").exists()), ("0", false));
    let manifest = room.read("release/manifest.json");
    assert!(!manifest.contains("postgres") && !manifest.contains(PASSWORD), "{manifest}");
}

#[test]
fn a_commit_that_fails_takes_the_directory_back() {
    let Some((server, room)) = served(60) else { return };
    server.sql(
        "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
         create function watch() returns event_trigger language plpgsql as $$ begin
           create constraint trigger late after insert on released deferrable initially deferred for each row execute function refuse();
         end $$;
         create event trigger watching on ddl_command_end when tag in ('CREATE TABLE') execute function watch()",
    );
    let to = server.at("table=released");
    let call = with(&["anonymize", "pay.csv", "--out", "release", "--private", "private", "--to", &to]);
    let run = aloof(&room, &call);
    assert!(run.code != 0 && run.stderr.contains("cannot be put in place"), "{run}");
    assert!(!room.path("release").exists() && !room.path("private").exists(), "{run}");
    assert_eq!(server.sql("select count(*) from pg_class where relname = 'released'"), "0");
    server.sql("drop event trigger watching");
    assert_eq!(aloof(&room, &call).code, 0);
}

#[test]
fn killed_in_the_middle_it_leaves_no_table() {
    let Some((server, room)) = served(60) else { return };
    server.sql(
        "create function slow() returns event_trigger language plpgsql as $$ begin perform pg_sleep(2); end $$;
         create event trigger slowly on ddl_command_end when tag in ('COMMENT') execute function slow()",
    );
    let to = server.at("table=released");
    let mut child = Command::new(env!("CARGO_BIN_EXE_aloof"))
        .args(with(&["anonymize", "pay.csv", "--out", "release", "--to", &to]))
        .current_dir(room.path("."))
        .env("PGPASSWORD", PASSWORD)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let waiting = "select count(*) from pg_stat_activity where application_name = 'aloof' and wait_event = 'PgSleep'";
    let started = Instant::now();
    while server.sql(waiting) == "0" {
        assert!(started.elapsed() < Duration::from_mins(1), "it never came to the table");
        sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    while server.sql("select count(*) from pg_stat_activity where application_name = 'aloof'") != "0" {
        assert!(started.elapsed() < Duration::from_mins(2), "its session does not end");
        sleep(Duration::from_millis(50));
    }
    assert_eq!(server.sql("select count(*) from pg_class where relname = 'released'"), "0");
    assert!(!room.path("release").exists());
}

#[test]
fn what_is_wrong_with_a_server_is_told() {
    let Some((server, room)) = served(3) else { return };
    server.sql("create table empty (a int); create role bob login password 'x'");
    let refused = |data: &str, password: &str| {
        let run = room.run_with(&["inspect", data], b"", &[("PGPASSWORD", password)]);
        run.hides(&[PASSWORD, "wrong-one"]);
        run.refused()
    };
    for (data, password, words) in [
        (server.at("table=pay"), "wrong-one", "password authentication failed"),
        (server.at("table=nobody"), PASSWORD, "relation \"nobody\" does not exist"),
        (server.at("table=pay; drop table pay"), PASSWORD, "relation \"pay; drop table pay\" does not exist"),
        (server.at("table=pay").replace("ann@", "bob@"), "x", "permission denied for table pay"),
        (server.at("table=pay").replace("/postgres?", "/nowhere?"), PASSWORD, "database \"nowhere\" does not exist"),
        (server.at("query=select 1; drop table pay"), PASSWORD, "multiple commands"),
        (server.at("query=delete from pay returning age"), PASSWORD, "the server says"),
        (server.at("query=select name::int from pay"), PASSWORD, "cannot be computed or converted"),
        (
            server.at("query=select repeat('x', 600000000) a, repeat('y', 600000000) b"),
            PASSWORD,
            "postgres:///postgres (query)",
        ),
        (server.at(""), PASSWORD, "names no table"),
        ("postgres://ann@127.0.0.1:1/x?table=t".to_owned(), PASSWORD, "no server answers at 127.0.0.1:1"),
        ("postgres://ann@db.example/x?table=t".to_owned(), PASSWORD, "sslmode=disable"),
    ] {
        let message = refused(&data, password);
        assert!(message.contains(words), "{data}: {message}");
    }
    assert_eq!(server.sql("select count(*) from pay"), "3");
    let empty = aloof(&room, &["inspect", &server.at("table=empty")]);
    assert!(empty.code == 0 && empty.stdout.contains("0 rows, 1 column"), "{empty}");
}

#[test]
fn a_password_stands_in_a_file_or_in_the_environment() {
    let Some((server, room)) = served(3) else { return };
    let home = room.path(".").display().to_string();
    let file = room.path(".pgpass");
    fs::write(&file, format!("localhost:*:*:ann:{PASSWORD}\n")).unwrap();
    let table = server.at("table=pay");
    let call = || room.run_with(&["inspect", &table], b"", &[("HOME", &home), ("PGPASSWORD", ""), ("PGPASSFILE", "")]);
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let open = call();
    open.hides(&[PASSWORD]);
    assert!(open.refused().contains("can be read by others"));
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let closed = call();
    assert_eq!(closed.code, 0, "{closed}");
    fs::remove_file(&file).unwrap();
    assert!(call().refused().contains("set PGPASSWORD"));
    // MD5 and clear text, as older servers ask for it.
    for way in ["md5", "password"] {
        let hba = server.sql("show hba_file");
        server.sql("set password_encryption = 'md5'; create role old login superuser password 'older'");
        server.sql(&format!(
            "copy (select 'local all old {way}' union all select 'local all all scram-sha-256') to '{hba}'"
        ));
        server.sql("select pg_reload_conf()");
        sleep(Duration::from_millis(300));
        let old = table.replace("ann@", "old@");
        let run = room.run_with(&["inspect", &old], b"", &[("PGPASSWORD", "older")]);
        assert_eq!(run.code, 0, "{way}: {run}");
        server.sql("drop role old");
    }
}

#[test]
fn an_address_with_a_password_is_never_repeated() {
    let room = Workdir::with("pay.csv", "a,b\n1,2\n");
    for args in [
        &["inspect", "postgres://ann:topsecret@localhost/db?table=t"][..],
        &["audit", "pay.csv", "--original=postgresql://ann:topsecret@localhost/db?table=t", "--json"],
        &["inspect", "pay.csv", "postgres://ann:topsecret@localhost/db"],
        &["advise", "postgres://localhost/db?table=t&password=topsecret"],
        &["anonymize", "pay.csv", "--out", "r", "--to", "postgres://ann:top/secret@localhost/db?table=t"],
    ] {
        let run = room.run(args, b"");
        run.hides(&["topsecret", "top/secret"]);
        assert!(run.code == 2 && format!("{run}").contains("must not hold a password"), "{run}");
    }
}

#[test]
fn sqlite_says_what_its_cells_are() {
    let (csv, sql) = people(300);
    let room = Workdir::with("pay.csv", csv);
    let file = rusqlite::Connection::open(room.path("pay.db")).unwrap();
    file.execute_batch(&format!(
        "create table pay (name text, age integer, town text, pay real); insert into pay values {sql};
         create table odd (code text, big integer, tenth real, born date, mixed, bytes blob, empty text);
         insert into odd values ('007', 9223372036854775807, 0.1, '1969-02-06', 1, x'00', ''), ('7', 1, 1e3, null, 'x', x'01', 'y')"
    ))
    .unwrap();
    for (data, out) in [("pay.csv", "from-file"), ("sqlite:pay.db?table=pay", "from-table")] {
        let made = aloof(&room, &with(&["anonymize", data, "--out", out, "--seed", "7"]));
        assert_eq!(made.code, 0, "{made}");
    }
    assert_eq!(room.read("from-table/data.csv"), room.read("from-file/data.csv"));
    let asked =
        aloof(&room, &["inspect", "sqlite:pay.db", "--query", "select code, big, tenth, born from odd;"]).stdout;
    let words: Vec<Vec<&str>> = asked.lines().map(|line| line.split_whitespace().collect()).collect();
    for row in
        ["code labels 2 0", "big numbers 2 0 1 9223372036854775807", "tenth numbers 2 0 0.1 1000", "born dates 1 1"]
    {
        let row: Vec<&str> = row.split(' ').collect();
        assert!(words.iter().any(|line| line.starts_with(&row)), "{row:?}: {asked}");
    }
    for (data, words) in [
        ("sqlite:pay.db?table=nobody", "no such table: nobody"),
        ("sqlite:no.db?table=t", "no.db: no such file"),
        ("sqlite:pay.csv?table=t", "no database of SQLite"),
        ("sqlite:pay.db", "names no table"),
        ("pay.db", "say which table of it: sqlite:"),
    ] {
        let message = aloof(&room, &["inspect", data]).refused();
        assert!(message.contains(words), "{data}: {message}");
    }
    let twice = aloof(&room, &["inspect", "sqlite:pay.db", "--query", "select 1) as x; drop table pay; --"]).refused();
    assert!(twice.contains("syntax error"), "{twice}");
    let open = aloof(&room, &["audit", "sqlite:pay.db?table=odd", "--quasi", "empty", "--sensitive", "big"]).refused();
    assert!(open.contains("empty texts, which are not NULL"), "{open}");
    // Nothing was written, and what a program that writes holds back is not in the way of reading.
    file.execute_batch("begin immediate; delete from pay").unwrap();
    assert!(aloof(&room, &["inspect", "sqlite:pay.db?table=pay"]).stdout.contains("300 rows"));
}

/// A column that cannot be read, and is not published, stands in nobody's way: neither when a release is made nor when it is judged.
#[test]
fn what_cannot_be_read_is_not_asked_for() {
    let (_, sql) = people(300);
    let room = Workdir::new();
    let file = rusqlite::Connection::open(room.path("pay.db")).unwrap();
    file.execute_batch(&format!(
        "create table pay (name text, age int, town text, pay real); insert into pay values {sql};
         alter table pay add column picture blob; alter table pay add column remark text;
         update pay set picture = x'00ff', remark = ''"
    ))
    .unwrap();
    let made = aloof(&room, &with(&["anonymize", "sqlite:pay.db?table=pay", "--out", "out", "--seed", "7"]));
    assert_eq!(made.code, 0, "{made}");
    let judged = aloof(&room, &with(&["audit", "out", "--original", "sqlite:pay.db?table=pay"]));
    assert!(judged.code != 2 || !judged.stderr.contains("error"), "{judged}");
    assert!(judged.stdout.contains("no original row is missing"), "{judged}");
}

/// SQLite has no dates: texts that all are days are dates, and that is told; all other texts stay as they are.
#[test]
fn sqlite_keeps_dates_as_texts() {
    let room = Workdir::with("none", "");
    let file = rusqlite::Connection::open(room.path("d.db")).unwrap();
    file.execute_batch(
        "create table d (born text, seen datetime, stamp text, midnight text, code text, mixed text, late text, born2, pay int);
         insert into d values
         ('1969-02-06', '2020-01-31 00:00:00', '2020-01-31 08:30:00', '2020-01-31 00:00:00', '007', '1969-02-06', 'Bern', '1969-02-06', 1),
         (null, '2020-02-01', '2020-02-01 00:00:00', '2020-02-01', '7', 'Rome', '1969-02-06', 19690206, 2),
         ('1970-12-31', null, '2020-02-01 00:00:00', '2020-02-29', '7', '2020-01-31 00:00:00', '1969-02-06 00:00:00', null, 3)",
    )
    .unwrap();
    let found = aloof(&room, &["inspect", "sqlite:d.db?table=d", "--json"]).json();
    let kinds: Vec<String> = found["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| format!("{} {}", column["name"].as_str().unwrap(), column["type"].as_str().unwrap()))
        .collect();
    let expected = "born date, seen date, stamp label, midnight date, code label, mixed label, late label, born2 label, pay number";
    assert_eq!(kinds.join(", "), expected);
    let notes = |at: usize| found["columns"][at]["notes"].to_string();
    assert!(notes(0).contains("texts that all are days") && notes(3).contains("texts that all are days"), "{found}");
    assert!(!notes(1).contains("texts that") && !notes(5).contains("texts that"), "{found}");
    // Texts among which there are days are not rewritten.
    let columns = ["--quasi", "code", "--sensitive", "pay", "--keep", "mixed,late", "--k", "1"];
    let made = aloof(&room, &[&["anonymize", "sqlite:d.db?table=d", "--out", "r"][..], &columns].concat());
    assert_eq!(made.code, 0, "{made}");
    let told = room.read("r/data.csv");
    for exact in ["2020-01-31 00:00:00", "1969-02-06 00:00:00", "Rome", "1969-02-06"] {
        assert!(told.contains(exact), "{told}");
    }
}

/// A release in a database that is a file: `sql` asks the database itself and gives its answer as text.
fn becomes_a_table(room: &Workdir, scheme: &str, file: &str, sql: &dyn Fn(&str) -> String) {
    let (table, to) = (format!("{scheme}:{file}?table=pay"), format!("{scheme}:{file}?table=Released"));
    let call = |data: &str, to: &str, out: &str, more: &[&str]| {
        let run =
            aloof(room, &[&with(&["anonymize", data, "--out", out, "--seed", "7", "--to", to])[..], more].concat());
        (run.code, run.stderr)
    };
    // From the very file that is written to.
    assert_eq!(call(&table, &to, "release", &[]), (0, String::new()));
    assert_eq!(sql("select count(*) from released"), "300");
    let judged = aloof(room, &with(&["audit", &to, "--original", "pay.csv"]));
    assert_eq!(judged.code, 0, "{judged}");
    let again = aloof(room, &with(&["audit", "release", "--original", &table]));
    assert_eq!(again.code, 0, "{again}");
    let (code, message) = call(&table, &to, "again", &[]);
    assert!(code == 2 && message.contains("exists already and was left as it is"), "{message}");
    assert!(!room.path("again").exists());
    let itself = aloof(room, &with(&["anonymize", &to, "--out", "again", "--to", &to, "--replace"])).refused();
    assert!(itself.contains("is read here and was left as it is"), "{itself}");
    assert_eq!(call(&table, &to, "release", &["--replace"]).0, 0);
    assert_eq!(sql("select count(*) from released"), "300");
    // Only what this program made gives way.
    sql("drop table released");
    sql("create table released (x int)");
    sql("insert into released values (1)");
    let (code, message) = call(&table, &to, "again", &["--replace"]);
    assert!(code == 2 && message.contains("no table that this program made"), "{message}");
    assert_eq!((sql("select x from released").as_str(), room.path("again").exists()), ("1", false));
    sql("drop table released");
    sql("create view released as select 1 as x");
    assert_eq!(call(&table, &to, "again", &["--replace"]).0, 2);
    assert_eq!((sql("select x from released").as_str(), room.path("again").exists()), ("1", false));
    // What cannot be kept leaves nothing, not even a file; what can makes one.
    let new = format!("{scheme}:new.db?table=t");
    let much = ["--quasi", "age,town", "--sensitive", "pay", "--absolute", "20", "--m", "299"];
    let refused = aloof(room, &[&["anonymize", "pay.csv", "--out", "none", "--to", &new][..], &much].concat());
    assert!(refused.code == 3 && !room.path("none").exists() && !room.path("new.db").exists(), "{refused}");
    assert_eq!(call("pay.csv", &new, "second", &[]), (0, String::new()));
    let inside = format!("{scheme}:second/x.db?table=t");
    let (code, message) = call("pay.csv", &inside, "second", &["--replace"]);
    assert!(code == 2 && message.contains("lie inside what is written here"), "{message}");
    for (to, words) in [
        (format!("{scheme}:pay.csv?table=t"), "is no database of"),
        (format!("{scheme}:nowhere/x.db?table=t"), "nowhere/x.db"),
        (format!("{scheme}:new.db"), "names no table"),
        (format!("{scheme}:new.db?query=select 1"), "a table is to be written"),
    ] {
        let (code, message) = call("pay.csv", &to, "third", &[]);
        assert!(code == 2 && message.contains(words), "{to}: {message}");
        assert!(!room.path("third").exists());
    }
    assert_eq!(room.read("pay.csv"), people(300).0);
    let left: Vec<String> = fs::read_dir(room.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| ![file, "pay.csv", "release", "second", "new.db"].contains(&name.as_str()))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_release_becomes_a_table_of_sqlite() {
    let (csv, sql) = people(300);
    let room = Workdir::with("pay.csv", csv);
    let open = || rusqlite::Connection::open(room.path("pay.db")).unwrap();
    open()
        .execute_batch(&format!(
            "create table pay (name text, age integer, town text, pay real); insert into pay values {sql};"
        ))
        .unwrap();
    let ask = |sql: &str| {
        use rusqlite::OptionalExtension;
        let file = open();
        let text = |row: &rusqlite::Row<'_>| Ok(row.get_ref(0)?.as_i64().unwrap_or_default().to_string());
        let mut statement = file.prepare(sql).unwrap();
        if statement.column_count() == 0 {
            statement.execute([]).unwrap();
            return String::new();
        }
        statement.query_row([], text).optional().unwrap().unwrap_or_default()
    };
    becomes_a_table(&room, "sqlite", "pay.db", &ask);
    let kinds: String = rusqlite::Connection::open(room.path("new.db"))
        .unwrap()
        .query_row("select group_concat(name || ' ' || type, ', ') from pragma_table_info('t')", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kinds, "age TEXT, town TEXT, pay REAL");
    // Whoever reads keeps a commit waiting, and then neither stands.
    let reader = open();
    reader.execute_batch("begin").unwrap();
    reader.query_row("select count(*) from pay", [], |row| row.get::<_, i64>(0)).unwrap();
    let call =
        || aloof(&room, &with(&["anonymize", "pay.csv", "--out", "late", "--to", "sqlite:pay.db?table=main.late"]));
    let locked = call();
    assert!(locked.code != 0 && locked.stderr.contains("locked by another program"), "{locked}");
    assert!(!room.path("late").exists());
    reader.execute_batch("commit").unwrap();
    assert_eq!(ask("select count(*) from sqlite_master where name = 'late'"), "0");
    assert_eq!(call().code, 0);
}

#[test]
fn a_release_becomes_a_table_of_duckdb() {
    let there = Command::new("duckdb").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let (csv, sql) = people(300);
    let room = Workdir::with("pay.csv", csv);
    if there.is_err() {
        let to = "duckdb:new.db?table=t";
        let message = aloof(&room, &with(&["anonymize", "pay.csv", "--out", "none", "--to", to])).refused();
        assert!(message.contains("pip install duckdb-cli") && !room.path("none").exists(), "{message}");
        println!("skipped: DuckDB has no program on this machine (duckdb-cli of the package index)");
        return;
    }
    let ask = |sql: &str| {
        let done =
            Command::new("duckdb").args(["-csv", "-noheader"]).arg(room.path("pay.db")).arg(sql).output().unwrap();
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    ask(&format!(
        "create table pay (name varchar, age int, town varchar, pay decimal(12, 2)); insert into pay values {sql}"
    ));
    becomes_a_table(&room, "duckdb", "pay.db", &ask);
    let kinds = Command::new("duckdb")
        .args(["-csv", "-noheader"])
        .arg(room.path("new.db"))
        .arg("select string_agg(column_name || ' ' || column_type, '; ') from (describe t)")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(kinds.stdout).unwrap().trim(), "\"age VARCHAR; town VARCHAR; pay DECIMAL(7,2)\"");
}

#[test]
fn duckdb_answers_exactly() {
    let there = Command::new("duckdb").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let (csv, sql) = people(300);
    let room = Workdir::with("pay.csv", csv);
    fs::write(room.path("pay.db"), [&[0; 8][..], b"DUCK", &[0; 64]].concat()).unwrap();
    if there.is_err() {
        let message = aloof(&room, &["inspect", "duckdb:pay.db?table=pay"]).refused();
        assert!(message.contains("pip install duckdb-cli"), "{message}");
        println!("skipped: DuckDB has no program on this machine (duckdb-cli of the package index)");
        return;
    }
    fs::remove_file(room.path("pay.db")).unwrap();
    let made = Command::new("duckdb")
        .arg(room.path("pay.db"))
        .arg(format!(
            "create table pay (name varchar, age int, town varchar, pay decimal(12, 2)); insert into pay values {sql};
             create table odd as select 170141183460469231731687303715884105::hugeint as big, '007' as code, [1] as list, '' as empty,
             time '10:00' as t, 'a'::enum('a') as e; create table figures as select i % 60 as age, i * 7 as pay from range(5000) r(i);
             create table nobody_yet as select * from figures limit 0"
        ))
        .status()
        .unwrap();
    assert!(made.success());
    for (data, out) in [("pay.csv", "from-file"), ("duckdb:pay.db?table=pay", "from-table")] {
        let made = aloof(&room, &with(&["anonymize", data, "--out", out, "--seed", "7"]));
        assert_eq!(made.code, 0, "{made}");
    }
    assert_eq!(room.read("from-table/data.csv"), room.read("from-file/data.csv"));
    let query = "select big, code, t, e, sum(big) over () as total from odd";
    let told = aloof(&room, &["inspect", "duckdb:pay.db", "--query", query]).stdout;
    assert!(told.contains("170141183460469231731687303715884105"), "{told}");
    let told = aloof(&room, &["inspect", "duckdb:pay.db?table=odd"]);
    assert!(told.code == 0 && told.stdout.contains("list"), "{told}");
    // Without a column of texts, more rows than the program writes at a time, and none.
    for (table, rows) in [("figures", "5,000 rows"), ("nobody_yet", "0 rows")] {
        let told = aloof(&room, &["inspect", &format!("duckdb:pay.db?table={table}")]);
        assert!(told.code == 0 && told.stdout.contains(rows), "{told}");
    }
    for (args, words) in [
        (&["inspect", "duckdb:pay.db?table=nobody"][..], "nobody does not exist"),
        (&["inspect", "duckdb:pay.db", "--query", "select 1; drop table pay"], "duckdb says: Parser Error"),
        (
            &["inspect", "duckdb:pay.db", "--query", "select code::int + e::int from odd"],
            "duckdb could not answer: Conversion",
        ),
        (&["audit", "duckdb:pay.db?table=odd", "--quasi", "code", "--sensitive", "list"], "column `list`"),
        (&["inspect", "duckdb:pay.csv?table=odd"], "no database of DuckDB"),
        (
            &["audit", "duckdb:pay.db?table=odd", "--quasi", "empty", "--sensitive", "big"],
            "empty texts, which are not NULL",
        ),
    ] {
        let message = aloof(&room, args).refused();
        assert!(message.contains(words), "{args:?}: {message}");
    }
}
