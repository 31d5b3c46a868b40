//! The words of column names and what they mean: English, German, French, Spanish, Chinese (characters and pinyin).
//!
//! Lower case, no accents, compounds written together (`dateofbirth` also finds `date_of_birth`). German umlauts stand
//! in both writings. Adding a word here is all it takes to know it.

use super::{Concept, Hint};

const fn concept(hint: Hint, meaning: &'static str, words: &'static str) -> Concept {
    Concept { hint, meaning, words }
}

/// Found anywhere in a name.
pub(super) const CONCEPTS: &[Concept] = &[
    // Says who it is.
    concept(
        Hint::Direct,
        "a person's name",
        "fullname username nickname patientname employeename customername personname studentname clientname contactname \
         nomcomplet nombrecompleto xingming mingzi 姓名 名字",
    ),
    concept(
        Hint::Direct,
        PART_OF_NAME,
        "firstname lastname surname forename givenname familyname middlename maidenname birthname fname lname vorname nachname \
         familienname geburtsname prenom nomdefamille apellido apellidos nombres",
    ),
    concept(
        Hint::Direct,
        "an e-mail address",
        "email mail emailaddress courriel correo correoelectronico youxiang 邮箱 邮件",
    ),
    concept(
        Hint::Direct,
        "a telephone number",
        "phone telephone tel mobile homephone workphone mobilephone cellphone fax telefon telefonnummer \
         handynummer mobilnummer rufnummer telefono movil celular dianhua shouji 电话 手机",
    ),
    concept(
        Hint::Direct,
        "a social-security, tax or national number",
        "ssn socialsecurity socialsecuritynumber socsec nationalid nationalinsurance nino taxid itin steuerid \
         steuernummer sozialversicherungsnummer svnr securitesociale dni nif curp cpf cedula aadhaar shenfenzheng \
         身份证",
    ),
    concept(
        Hint::Direct,
        "a passport, a licence or a number plate",
        "passport reisepass ausweis personalausweis passeport pasaporte huzhao 护照 driverslicense driverlicense \
         drivinglicence drivinglicense licenseplate numberplate fuhrerschein fuehrerschein kennzeichen vin 车牌",
    ),
    concept(
        Hint::Direct,
        "a card or account number",
        "iban accountnumber accountno accountid acctnum bankaccount kontonummer creditcard cardnumber cardno \
         ccnum kreditkarte cartebancaire tarjeta yinhangka 银行卡 账号",
    ),
    concept(
        Hint::Direct,
        "the number of a person or a record",
        "patientid personid userid customerid employeeid studentid clientid memberid subjectid participantid \
         respondentid recordid mrn medicalrecord medicalrecordnumber patientnumber employeenumber studentnumber \
         membernumber insuranceid policynumber patientennummer versichertennummer kundennummer personalnummer \
         matrikelnummer matricule numeroclient 学号 工号 病历号",
    ),
    concept(
        Hint::Direct,
        "a device or network address",
        "ip ipaddress ipaddr macaddress deviceid imei imsi cookie sessionid",
    ),
    concept(
        Hint::Direct,
        "a page or an account on the web",
        "url website homepage linkedin twitter facebook weixin 微信",
    ),
    concept(
        Hint::Direct,
        "a postal address",
        "address addr street streetaddress housenumber anschrift adresse strasse hausnummer rue direccion calle \
         domicilio dizhi 地址 住址",
    ),
    concept(
        Hint::Direct,
        "a picture, a signature or a fingerprint",
        "photo portrait fingerprint signature unterschrift 照片 指纹",
    ),
    // What nobody should learn.
    concept(
        Hint::Health,
        "health or a medical test",
        "depressed depress littleinterest anxiety anxious suicide harddrugs marijuana marij cocaine heroin smoke smokes smokenow \
         cigarettes drinking drinks sleeptrouble diagnosis diagnoses diag icd disease illness symptom symptoms medication medications drug drugs \
         treatment therapy dose dosage prescription lab labs labresult testresult testresults biopsy tumor tumour \
         cancer hiv hepatitis diabetes diabetic disability disabled pregnant pregnancy pregnancies mental depression smoker \
         smoking alcohol bmi bloodpressure systolic diastolic bp sbp dbp pulse heartrate hr cholesterol chol hdl ldl triglycerides \
         glucose bloodsugar hba1c insulin hemoglobin haemoglobin hgb wbc rbc platelets creatinine albumin \
         bilirubin ferritin tsh crp psa egfr urea sodium potassium calcium ecg ekg angina pain infection allergy \
         allergies deathcause causeofdeath surgery medical health vaccine vaccination readmitted blood diagnose \
         krankheit befund medikament medikamente behandlung schwangerschaft behinderung laborwert blutdruck blut \
         gesundheit diagnostic maladie medicament grossesse handicap sante diagnostico enfermedad medicamento \
         tratamiento embarazo discapacidad salud zhenduan jibing 诊断 疾病 病 药 检查 血",
    ),
    concept(
        Hint::Money,
        "pay, income or wealth",
        "salary salaries income wage wages lwage pay grosspay netpay earnings earning compensation remuneration \
         stipend bonus pension benefit benefits poverty wealth assets asset capital gain loss revenue profit turnover \
         inctot incwage gehalt lohn einkommen verdienst vermogen vermoegen rente gewinn umsatz salaire revenu \
         revenus remuneration patrimoine salario sueldo ingreso ingresos renta gongzi xinzi xinshui shouru 工资 薪 \
         收入 奖金",
    ),
    concept(
        Hint::Money,
        "money owed, paid or held",
        "balance bal money financial credit debt debts loan mortgage default payment bill amount amt tax taxes taxinc \
         fedtax statetax price cost costs expense expenses expend expenditure expenditures spending saving savings rent funds treasury depreciation sales deposit kontostand \
         schulden kredit steuer miete betrag dette solde montant impot loyer deuda saldo importe monto cunkuan \
         daikuan 余额 存款 贷款 负债 金额",
    ),
    concept(
        Hint::Sensitive,
        "a belief, an orientation or a membership",
        "religion relig religious faith denomination konfession religionszugehorigkeit religionszugehoerigkeit \
         confession party political politics vote partei parti partido gewerkschaft syndicat sexualorientation \
         orientation sexuality zongjiao 宗教 党派",
    ),
    concept(
        Hint::Sensitive,
        "someone's sexual life",
        "sexpartner sexpartners sexualpartners sexualpartner sexnumpartn sexnumpart sexnumpartner sexnumpartners partnlife \
         sexever sexage agefirstsex firstsex samesex sexorientation sexualactivity sexuallyactive intercourse contraception",
    ),
    concept(
        Hint::Sensitive,
        "an offence or a conviction",
        "criminal crime conviction convicted offence offense arrest vorstrafe vorstrafen delito 犯罪",
    ),
    concept(
        Hint::Sensitive,
        "a grade or a judgement",
        "grade grades gpa score scores rating performance appraisal iq zeugnis chengji 成绩 评分",
    ),
    // Known to others.
    concept(Hint::Quasi, "age", "age ages alter edad nianling 年龄 agegroup altersgruppe"),
    concept(
        Hint::Quasi,
        "a birth",
        "birth birthdate birthday birthyear dateofbirth dob yob qob born geburt geburtsdatum geburtstag \
         geburtsjahr naissance datenaissance nacimiento chusheng shengri 出生 生日",
    ),
    concept(Hint::Quasi, "sex or gender", "sex gender geschlecht sexe genre sexo genero xingbie 性别"),
    concept(
        Hint::Quasi,
        "a place",
        "zip zipcode postcode postal postalcode plz postleitzahl codepostal codigopostal youbian 邮编 city town \
         county state province region district ward neighborhood neighbourhood municipality village borough tract \
         location place residence urban rural urbanrural urbrur smsa msa puma latitude longitude lat lon lng birthplace sob ort stadt wohnort \
         bundesland landkreis gemeinde ville commune departement ciudad provincia municipio chengshi shengfen 城市 \
         省份 地区",
    ),
    concept(
        Hint::Quasi,
        "a country, an origin or a language",
        "country nation nationality citizenship citizen native race ethnicity ethnic ethnie etni ancestry \
         language immigrant staatsangehorigkeit staatsangehoerigkeit nationalitat nationalitaet herkunft sprache \
         pays nationalite langue pais nacionalidad raza etnia idioma guoji minzu 国籍 民族 籍贯",
    ),
    concept(
        Hint::Quasi,
        "an occupation",
        "occupation job jobtitle profession position title workclass employment industry occ soc isco naics nace sic beruf tatigkeit \
         taetigkeit stelle metier emploi poste ocupacion profesion puesto zhiye zhiwei 职业 职位",
    ),
    concept(
        Hint::Quasi,
        "an employer or an office",
        "employer agency department dept company organization organisation office branch division school \
         arbeitgeber firma abteilung behorde behoerde entreprise employeur empresa empleador departamento danwei \
         gongsi bumen 单位 公司 部门 学校",
    ),
    concept(
        Hint::Quasi,
        "education",
        "education educ educational degree schooling graduation bildung schulabschluss abschluss diplome etudes \
         educacion estudios escolaridad xueli 学历 学位",
    ),
    concept(
        Hint::Quasi,
        "family or household",
        "marital maritalstatus marstat marriage married spouse relationship family household children kids \
         dependents babies hhsize hhtype householdsize householdtype familysize famsize familienstand verheiratet kinder haushalt situationfamiliale matrimonial enfants foyer \
         estadocivil hijos hogar hunyin 婚姻 家庭 子女",
    ),
    concept(
        Hint::Quasi,
        "working life",
        "hired hire hiredate tenure seniority hours startdate joined retired veteran military eintrittsdatum \
         einstellung arbeitszeit embauche anciennete heures contratacion antiguedad horas ruzhi 入职",
    ),
    concept(
        Hint::Quasi,
        "a day in someone's life",
        "admission discharge admitted visit death deathdate aufnahme entlassung 入院 出院",
    ),
    concept(
        Hint::Quasi,
        "how someone looks or lives",
        "height groesse eyecolor haircolor vehicle housing dwelling rooms 身高",
    ),
    // Decided by the values.
    concept(
        Hint::Weight,
        "a weight of the survey",
        "fnlwgt afnlwgt pwgtp wgtp perwt hhwt finalweight finalwgt sampleweight sampleweights samplingweight samplingweights \
         surveyweight surveyweights wtfinal wgtfinal weightfinal calweight calibratedweight rakingweight normweight normwt wtperson wthh finalwt finwt wtfinl earnwt asecwt svywt svyweight hhwgt indwgt indweight personwt personweight personweights householdweight householdweights hhweight designweight \
         poststratweight pspwght pweight dweight anweight wtint wtmec wtdrd wtsaf grossingupfactor grossingup expansionfactor \
         inflationfactor hochrechnungsfaktor gewichtungsfaktor stichprobengewicht coefponderation ponderation poidsenquete \
         factorexpansion factordeexpansion",
    ),
    concept(
        Hint::Household,
        "the number of a household",
        "hhid householdid householdnumber householdno householdkey idhh hid orihid serialno hhnr hhnum haushaltsnummer \
         haushaltsid familyid famid menageid idmenage hogarid idhogar",
    ),
    concept(
        Hint::Stratum,
        "how the sample was drawn",
        "stratum strata sdmvstra sdmvpsu psu psuid ssu primarysamplingunit samplingunit enumerationarea clusterid clusternumber varstrat \
         varunit schicht estrato upm strate",
    ),
    concept(Hint::Name, "a name", "name names nom nombre"),
    concept(
        Hint::Prose,
        "notes",
        "note notes comment comments remark remarks description freetext memo narrative feedback message \
         bemerkung bemerkungen kommentar notiz notizen beschreibung commentaire commentaires remarque \
         observaciones comentario comentarios notas beizhu 备注 说明",
    ),
    concept(Hint::Administration, "how the rows are used", "split fold trainset dataset wave batch version currency"),
];

/// Found only when they are the whole name: too short, or with other meanings, to be trusted inside one.
pub(super) const WHOLE: &[Concept] = &[
    concept(
        Hint::Health,
        "a medical test",
        "alb alp alt ast bil che crea ggt prot fbs exang thal ahd oldpeak hb plt dx rx restecg restbp trestbps \
         thalach",
    ),
    concept(Hint::Weight, "a weight of the survey", "wgt wt weights"),
    concept(Hint::Household, "the number of a household", "serial hh"),
    concept(Hint::Stratum, "how the sample was drawn", "strat cluster"),
    concept(Hint::Quasi, "family or household", "relat hhcivil"),
    // The public-use files of the United States census and its surveys.
    concept(Hint::Quasi, "age", "agep"),
    concept(Hint::Quasi, "family or household", "mar"),
    concept(Hint::Quasi, "a country, an origin or a language", "rac1p pobp hisp"),
    concept(Hint::Quasi, "a place", "st"),
    concept(Hint::Quasi, "education", "schl"),
    concept(Hint::Quasi, "an occupation", "cow occp indp"),
    concept(Hint::Quasi, "working life", "wkhp uhrswork"),
    concept(Hint::Money, "pay, income or wealth", "pincp pernp wagp agi fica"),
];

/// What is written as codes, if it is written as numbers.
pub(super) const CODED: &[&str] = &[
    "sex or gender",
    "a place",
    "a country, an origin or a language",
    "an occupation",
    "an employer or an office",
    "family or household",
    "a belief, an orientation or a membership",
];

/// What many people are called.
pub(super) const PART_OF_NAME: &str = "a part of a person's name";

/// What is about those who live together.
pub(super) const HOUSEHOLD: &str = "family or household";
